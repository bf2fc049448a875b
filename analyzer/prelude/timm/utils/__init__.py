# What training scripts take from timm.utils (1.0). What only prints, saves and counts does nothing here.
from timm.utils.clip_grad import dispatch_clip_grad
from timm.utils.cuda import ApexScaler, NativeScaler
from timm.utils.distributed import (distribute_bn, init_distributed_device, is_distributed_env, is_primary, reduce_tensor,
                                    world_info_from_env)
from timm.utils.metrics import AverageMeter, accuracy
from timm.utils.model import freeze, get_state_dict, unfreeze, unwrap_model
from timm.utils.model_ema import ModelEma, ModelEmaV2, ModelEmaV3


def random_seed(seed=42, rank=0):
    pass


def setup_default_logging(default_level=20, log_path=""):
    pass


def natural_key(string_):
    import re
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", string_.lower())]


def add_bool_arg(parser, name, default=False, help=""):
    key = name.replace("-", "_")
    group = parser.add_mutually_exclusive_group(required=False)
    group.add_argument("--" + name, dest=key, action="store_true", help=help)
    group.add_argument("--no-" + name, dest=key, action="store_false", help=help)
    parser.set_defaults(**{key: default})


def get_outdir(path, *paths, inc=False):
    import os
    return os.path.join(path, *paths)


def update_summary(*arguments, **options):
    pass


class CheckpointSaver:
    def __init__(self, *arguments, **options):
        pass

    def save_checkpoint(self, epoch, metric=None):
        return None, None

    def save_recovery(self, epoch, batch_idx=0):
        pass

    def find_recovery(self):
        return ""


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'timm.utils' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("timm.utils." + name + " is not modelled; timm's own source is read where --python-path leads to it")
