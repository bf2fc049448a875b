"""Datasets: named and inherited from; a batch is made from the config, not read."""
from vramlint_openmmlab.homes import Inert, spread, stand_ins

_inert, _stand_in = stand_ins(
    __name__, "ClassBalancedDataset ConcatDataset RepeatDataset DefaultSampler InfiniteSampler", Inert)
_described, _find = spread(__name__, {"vramlint_openmmlab.datasets": "BaseDataset"})
_names = _described + _inert
__all__ = _names + ["Compose", "force_full_init", "worker_init_fn", "pseudo_collate", "default_collate", "COLLATE_FUNCTIONS"]


def __getattr__(name):
    return _find(name) if name in _described else _stand_in(name)


class Compose:
    def __init__(self, transforms):
        from mmengine.registry import TRANSFORMS
        self.transforms = [TRANSFORMS.build(each) if isinstance(each, dict) else each for each in transforms or []]

    def __call__(self, data):
        for transform in self.transforms:
            data = transform(data)
            if data is None:
                return None
        return data


def force_full_init(old_func):
    return old_func


def worker_init_fn(worker_id, num_workers, rank, seed, disable_subprocess_warning=False):
    return None


def pseudo_collate(data_batch):
    first = data_batch[0]
    if isinstance(first, dict):
        return type(first)({key: pseudo_collate([each[key] for each in data_batch]) for key in first})
    if isinstance(first, (tuple, list)):
        return [pseudo_collate(list(samples)) for samples in zip(*data_batch)]
    return data_batch


def default_collate(data_batch):
    import torch
    first = data_batch[0]
    if isinstance(first, dict):
        return type(first)({key: default_collate([each[key] for each in data_batch]) for key in first})
    if isinstance(first, (tuple, list)):
        return [default_collate(list(samples)) for samples in zip(*data_batch)]
    return torch.stack(data_batch) if isinstance(first, torch.Tensor) else data_batch


from mmengine.registry import FUNCTIONS as COLLATE_FUNCTIONS  # noqa: E402
