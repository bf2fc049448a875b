"""timm/data/mixup.py: pictures of a batch are mixed in place, and their classes become shares."""
import torch


def one_hot(x, num_classes, on_value=1.0, off_value=0.0, device="cuda"):
    x = x.long().view(-1, 1)
    return torch.full((x.size(0), num_classes), off_value, device=x.device).scatter_(1, x, on_value)


def mixup_target(target, num_classes, lam=1.0, smoothing=0.0, device="cuda"):
    off_value = smoothing / num_classes
    first = one_hot(target, num_classes, 1.0 - smoothing + off_value, off_value)
    second = one_hot(target.flip(0), num_classes, 1.0 - smoothing + off_value, off_value)
    return first * lam + second * (1.0 - lam)


class Mixup:
    def __init__(self, mixup_alpha=1.0, cutmix_alpha=0.0, cutmix_minmax=None, prob=1.0, switch_prob=0.5, mode="batch",
                 correct_lam=True, label_smoothing=0.1, num_classes=1000):
        self.mixup_alpha = mixup_alpha
        self.cutmix_alpha = cutmix_alpha
        self.cutmix_minmax = cutmix_minmax
        self.mix_prob = prob
        self.switch_prob = switch_prob
        self.mode = mode
        self.correct_lam = correct_lam
        self.label_smoothing = label_smoothing
        self.num_classes = num_classes
        self.mixup_enabled = True

    def __call__(self, x, target):
        assert len(x) % 2 == 0, "Batch size should be even when using this"
        share = 0.5
        x.mul_(share).add_(x.flip(0).mul_(1.0 - share))  # pasting a part of them takes no more
        return x, mixup_target(target, self.num_classes, share, self.label_smoothing)
