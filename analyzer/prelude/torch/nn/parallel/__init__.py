from torch.nn.modules.module import Module


class DataParallel(Module):
    # One device: the wrapper only passes on (nn/parallel/data_parallel.py with a single device id).
    def __init__(self, module, device_ids=None, output_device=None, dim=0, **options):
        super().__init__()
        self.module = module
        self.device_ids = device_ids

    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)


class DistributedDataParallel(DataParallel):
    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True, process_group=None,
                 **options):
        if process_group is None:
            import torch.distributed
            torch.distributed._check_started()
        super().__init__(module, device_ids, output_device, dim)
