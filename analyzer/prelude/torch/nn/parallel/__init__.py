import _vramlint
from torch.nn.modules.module import Module


def _scattered(part):
    """What is not on the GPU goes there (nn/parallel/scatter_gather.py, 2.4)."""
    import torch

    if not _vramlint.is_known(part):
        return part
    if isinstance(part, torch.Tensor):
        return part.cuda()
    if isinstance(part, dict):
        return {name: _scattered(value) for name, value in part.items()}
    return type(part)([_scattered(value) for value in part]) if type(part) in (list, tuple) else part


class _Wrapper(Module):
    # What it is made with may still be moved to the right GPU. Forward is where it is found elsewhere; train() comes before
    # it, and a loop over data that are not known is not followed.
    _first_is_checked = False

    # One device: the wrapper only passes on (nn/parallel/data_parallel.py with a single device id).
    def __init__(self, module, device_ids=None, output_device=None, dim=0, **options):
        super().__init__()
        self.module = module
        self.device_ids = device_ids
        import vramlint_follow
        if vramlint_follow.follows and device_ids is not None and _vramlint.is_known(device_ids):
            self._take_places(device_ids)

    def _take_places(self, device_ids):
        from torch.cuda import _places
        _places.check_all(device_ids)
        if len(device_ids) == 1:
            _places.move(self.module, device_ids[0])
        self._first_is_checked = True

    def _check_first(self):
        if self._first_is_checked:
            from torch.cuda import _places
            _places.check_first(self.module, self.device_ids)

    def train(self, mode=True):
        self._check_first()
        return super().train(mode)

    def forward(self, *inputs, **kwargs):
        self._check_first()
        if self._scatters():
            inputs, kwargs = _scattered(inputs), _scattered(kwargs)
        return self._first()(*inputs, **kwargs)

    def _first(self):
        return self.module

    def _scatters(self):
        import torch
        import vramlint_follow

        is_said = _vramlint.is_known(self.device_ids) and self.device_ids is not None
        return vramlint_follow.follows and torch.cuda.is_available() and (not is_said or len(self.device_ids) > 0)

    def replicate(self, module, device_ids):
        return [module]

    def scatter(self, inputs, kwargs, device_ids):
        return (inputs,), (kwargs,)

    def parallel_apply(self, replicas, inputs, kwargs):
        return [replica(*given, **named) for replica, given, named in zip(replicas, inputs, kwargs)]

    def gather(self, outputs, output_device):
        return outputs[0]


def _share_of_first(part, ways, dim):
    """nn/parallel/scatter_gather.py, 2.4: tensors in chunks, anything else as it is."""
    import torch

    if not _vramlint.is_known(part):
        return part
    if isinstance(part, torch.Tensor):
        return part.chunk(ways, dim)[0].cuda() if part.dim() > 0 else part
    if isinstance(part, dict):
        return {name: _share_of_first(value, ways, dim) for name, value in part.items()}
    return type(part)([_share_of_first(each, ways, dim) for each in part]) if type(part) in (list, tuple) else part


def _chunks(part, ways, dim):
    """How many samples each GPU gets: a batch below their number leaves some without. As many chunks as the tensor has
    that has fewest (nn/parallel/scatter_gather.py, 2.4, zips them)."""
    import torch

    if not _vramlint.is_known(part):
        return None
    if isinstance(part, torch.Tensor):
        sizes = [chunk.size(dim) for chunk in part.chunk(ways, dim)] if part.dim() > 0 else None
        return sizes if sizes and all([_vramlint.is_known(size) for size in sizes]) else None
    parts = part.values() if isinstance(part, dict) else part if type(part) in (list, tuple) else ()
    found = [sizes for sizes in [_chunks(each, ways, dim) for each in parts] if sizes]
    return min(found, key=len) if found else None


def _gathered(part, chunks, dim):
    """Of the first GPU's outputs; backward goes into those."""
    import torch

    if not _vramlint.is_known(part):
        return part
    if isinstance(part, torch.Tensor):
        own = part if part.dim() > 0 else part.unsqueeze(0)
        others = [own.detach()] * (len(chunks) - 1)
        if others and chunks[-1] != chunks[0] and own.size(dim) == chunks[0]:
            others[-1] = others[-1].narrow(dim, 0, chunks[-1])
        return torch.cat([own] + others, dim)
    if isinstance(part, dict):
        made = [(name, _gathered(value, chunks, dim)) for name, value in part.items()]
        return dict(made) if type(part) is dict else type(part)(made)
    if isinstance(part, tuple) and hasattr(part, "_fields"):
        return type(part)(*[_gathered(each, chunks, dim) for each in part])
    return type(part)([_gathered(each, chunks, dim) for each in part]) if isinstance(part, (list, tuple)) else part


class DataParallel(_Wrapper):
    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__(module, device_ids, output_device, dim)
        self.dim = dim
        self._ways = self._count_of_gpus()
        if self._ways > 1:
            _vramlint.assume(f"what the first of the {self._ways} GPUs of DataParallel holds is told; sums of gradients "
                             "that it makes at the end of backward are not counted")

    # What the program names is there, unless it is said how many there are.
    def _count_of_gpus(self):
        import torch
        import vramlint_follow

        if not vramlint_follow.follows or not torch.cuda.is_available():
            return 1
        if self.device_ids is None:
            there = torch.cuda.device_count()
            return max(there, 1) if _vramlint.is_known(there) else 1
        is_list = _vramlint.is_known(self.device_ids) and isinstance(self.device_ids, (list, tuple, range))
        return max(len(self.device_ids), 1) if is_list else 1

    def forward(self, *inputs, **kwargs):
        chunks = [None] * self._ways
        if type(self).scatter is not _Wrapper.scatter:  # the program's own way to spread a batch
            inputs, kwargs = [all_of[0] for all_of in self.scatter(inputs, kwargs, self.device_ids)]
        elif self._ways >= 2:
            chunks = _chunks((inputs, kwargs), self._ways, self.dim) or chunks
            inputs, kwargs = _share_of_first(inputs, self._ways, self.dim), _share_of_first(kwargs, self._ways, self.dim)
        if self._ways < 2:
            return super().forward(*inputs, **kwargs)
        return _gathered(super().forward(*inputs, **kwargs), chunks, self.dim)

    # What the program does to the replicas (a batch norm of its own learns of the others) is done to the first.
    def _first(self):
        is_own = type(self).replicate is not _Wrapper.replicate or "replicate" in self.__dict__
        if self._ways < 2 or not is_own:
            return self.module
        return self.replicate(self.module, self.device_ids or list(range(self._ways)))[0]


class DistributedDataParallel(_Wrapper):
    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True, process_group=None,
                 bucket_cap_mb=None, find_unused_parameters=False, check_reduction=False, gradient_as_bucket_view=False,
                 static_graph=False, **options):
        import torch.distributed
        if process_group is None:
            torch.distributed._check_started()
        torch.distributed._buckets = {
            "broadcast_buffers": broadcast_buffers, "bucket_cap_mb": bucket_cap_mb,
            "find_unused_parameters": find_unused_parameters, "gradient_as_bucket_view": gradient_as_bucket_view,
            "static_graph": static_graph}
        if _vramlint.is_known(gradient_as_bucket_view):
            _vramlint.note_wrapping()
        super().__init__(module, device_ids, output_device, dim)

    def _scatters(self):
        return self.device_ids is not None and super()._scatters()

    def no_sync(self):
        import contextlib
        return contextlib.nullcontext()

    def _set_static_graph(self):
        import torch.distributed
        torch.distributed._buckets["static_graph"] = True

    def register_comm_hook(self, state, hook):
        _vramlint.assume("what a communication hook takes on the way is not counted", hook)

    def _take_places(self, device_ids):
        from torch.cuda import _places
        for device in device_ids:
            _places.check(device)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    return module(*inputs, **(module_kwargs or {}))


from torch.nn.parallel.parallel_apply import parallel_apply  # noqa: E402, F401
from torch.nn.parallel.replicate import replicate  # noqa: E402, F401
from torch.nn.parallel.scatter_gather import gather, scatter  # noqa: E402, F401
