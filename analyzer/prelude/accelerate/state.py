"""One process of those that there are: the first."""
import contextlib
import os

import torch
from accelerate.utils import DistributedType


class PartialState:
    def __init__(self, cpu=False, **options):
        self.device = torch.device("cuda", 0)
        launched = [os.environ[name] for name in os.environ if name == "WORLD_SIZE"]  # says nothing where it is not set
        self.num_processes = int(launched[0]) if launched else torch.cuda.device_count()
        self.process_index = self.local_process_index = 0
        self.is_main_process = self.is_local_main_process = True
        self.is_last_process = self.num_processes == 1
        self.distributed_type = DistributedType.MULTI_GPU if self.num_processes > 1 else DistributedType.NO
        self.use_distributed = self.num_processes > 1
        self.backend = "nccl" if self.num_processes > 1 else None
        self.debug = False
        self.initialized = True

    def wait_for_everyone(self):
        return None

    def print(self, *args, **options):
        return None

    @contextlib.contextmanager
    def main_process_first(self):
        yield

    local_main_process_first = main_process_first

    def on_main_process(self, function=None):
        return function

    on_local_main_process = on_main_process

    @contextlib.contextmanager
    def split_between_processes(self, inputs, apply_padding=False):
        yield inputs


class AcceleratorState(PartialState):
    def __init__(self, mixed_precision=None, **options):
        super().__init__()
        self.mixed_precision = mixed_precision or "no"
        self.deepspeed_plugin = self.fsdp_plugin = None
