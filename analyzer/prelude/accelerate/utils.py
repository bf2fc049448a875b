"""What programs take of accelerate.utils; none of it holds anything on the GPU."""
import enum


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


is_tensorboard_available = is_wandb_available


def gather_object(object):
    return object


def broadcast(tensor, from_process=0):
    return tensor


broadcast_object_list = reduce = broadcast


def __getattr__(name):
    import _run

    if name.startswith("__"):
        raise AttributeError(f"module 'accelerate.utils' has no attribute '{name}'")
    return _run.unknown(f"accelerate.utils.{name} is not modelled")
