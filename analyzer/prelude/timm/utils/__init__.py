"""timm/utils: scaled losses, averaged copies of models, and what is told of a run."""
from timm.utils.cuda import NativeScaler
from timm.utils.metrics import AverageMeter, accuracy
from timm.utils.model_ema import ModelEma, ModelEmaV2, ModelEmaV3, get_state_dict, unwrap_model
from timm.utils.clip_grad import dispatch_clip_grad


def _quiet(*args, **options):
    return None


setup_default_logging = random_seed = update_summary = distribute_bn = set_jit_legacy = _quiet


def reduce_tensor(tensor, n):
    return tensor.clone() / n


def is_primary(args):
    return getattr(args, "rank", 0) == 0


def natural_key(text):
    return text


def add_bool_arg(parser, name, default=False, help=""):
    dest = name.replace("-", "_")
    parser.add_argument("--" + name, dest=dest, action="store_true")
    parser.add_argument("--no-" + name, dest=dest, action="store_false")
    parser.set_defaults(**{dest: default})


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'timm.utils' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("timm.utils." + name + " is not modelled; timm's own source is read where --python-path leads to it")
