"""What programs take of accelerate.utils; none of it holds anything on the GPU."""
import enum
import functools
import operator

import _run
import torch
from packaging import version

_OPERATIONS = {">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "<=": operator.le, "<": operator.lt}


class _Options:
    def __init__(self, **options):
        self.__dict__.update(options)

    def to_kwargs(self):
        return dict(self.__dict__)


class DistributedDataParallelKwargs(_Options):
    pass


class GradScalerKwargs(_Options):
    pass


class InitProcessGroupKwargs(_Options):
    pass


class AutocastKwargs(_Options):
    pass


class DataLoaderConfiguration(_Options):
    pass


class TorchDynamoPlugin(_Options):
    pass


class ProfileKwargs(_Options):
    pass


class ProjectConfiguration:
    def __init__(self, project_dir=None, logging_dir=None, automatic_checkpoint_naming=False, total_limit=None, iteration=0,
                 **options):
        self.project_dir = project_dir
        self.logging_dir = project_dir if logging_dir is None else logging_dir
        self.automatic_checkpoint_naming, self.total_limit = automatic_checkpoint_naming, total_limit
        self.iteration = iteration

    def set_directories(self, project_dir=None):
        self.project_dir = project_dir


class GradientAccumulationPlugin:
    def __init__(self, num_steps=1, adjust_scheduler=True, sync_with_dataloader=True, sync_each_batch=False):
        self.num_steps = num_steps


class DistributedType(str, enum.Enum):
    NO = "NO"
    MULTI_CPU = "MULTI_CPU"
    MULTI_GPU = "MULTI_GPU"
    DEEPSPEED = "DEEPSPEED"
    FSDP = "FSDP"
    XLA = "XLA"
    TPU = "TPU"
    MEGATRON_LM = "MEGATRON_LM"


class LoggerType(str, enum.Enum):
    ALL = "all"
    TENSORBOARD = "tensorboard"
    WANDB = "wandb"
    COMETML = "comet_ml"


def set_seed(seed, device_specific=False, deterministic=False):
    return None


def is_wandb_available():
    return True


def is_bf16_available(ignore_tpu=False):
    return torch.cuda.is_bf16_supported()


is_tensorboard_available = is_cuda_available = is_wandb_available


def gather_object(object):
    return object


def broadcast(tensor, from_process=0):
    return tensor


broadcast_object_list = reduce = broadcast


def gather(tensor):
    return tensor


def send_to_device(tensor, device, non_blocking=False, skip_keys=None):
    if isinstance(tensor, (list, tuple)):
        return type(tensor)([send_to_device(part, device) for part in tensor])
    if isinstance(tensor, dict):
        return type(tensor)({name: part if name in (skip_keys or ()) else send_to_device(part, device)
                             for name, part in tensor.items()})
    return tensor.to(device) if hasattr(tensor, "to") else tensor


def extract_model_from_parallel(model, keep_fp32_wrapper=True, keep_torch_compile=True, recursive=False):
    return model.module if isinstance(model, torch.nn.parallel.DistributedDataParallel) else model


def set_module_tensor_to_device(module, tensor_name, device, value=None, dtype=None, **options):
    # The weights of a checkpoint that is not at hand are as large as those they replace.
    if not _run.is_known(tensor_name):
        return None
    *parents, name = tensor_name.split(".")
    for part in parents:
        module = getattr(module, part)
    old = getattr(module, name)
    made = old if value is None or not _run.is_known(value) else value
    made = made.to(device=device, dtype=dtype if dtype is not None else old.dtype)
    if isinstance(old, torch.nn.Parameter):
        made = torch.nn.Parameter(made, requires_grad=old.requires_grad)
    setattr(module, name, made)


def find_executable_batch_size(function=None, starting_batch_size=128, **options):
    # The first size that is tried: whether it fits is what is asked.
    if function is None:
        return functools.partial(find_executable_batch_size, starting_batch_size=starting_batch_size)
    return functools.partial(function, starting_batch_size)


def release_memory(*objects):
    return [None] * len(objects)


def clear_device_cache(garbage_collection=False):
    return None


def compare_versions(library, operation, requirement):
    return _OPERATIONS[operation](version.parse(str(library)), version.parse(requirement))


def is_torch_version(operation, release):
    return compare_versions(torch.__version__.split("+")[0], operation, release)


def is_peft_model(model):
    return hasattr(model, "peft_config")


def _is_not_available(*asked, **options):
    return False


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'accelerate.utils' has no attribute '{name}'")
    if name.startswith("is_") and name.endswith("_available"):
        return _is_not_available
    return _run.unknown(f"accelerate.utils.{name} is not modelled")
