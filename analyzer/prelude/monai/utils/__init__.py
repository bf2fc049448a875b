import _vramlint

from monai.utils.enums import (
    Average,
    BlendMode,
    CommonKeys,
    LossReduction,
    MetricReduction,
    PytorchPadMode,
    SkipMode,
    StrEnum,
    UpsampleMode,
    Weight,
)
from monai.utils.misc import (
    ensure_tuple,
    ensure_tuple_rep,
    ensure_tuple_size,
    fall_back_tuple,
    first,
    has_option,
    issequenceiterable,
    set_determinism,
)
from monai.utils.module import (
    InvalidPyTorchVersionError,
    OptionalImportError,
    exact_version,
    look_up_option,
    min_version,
    optional_import,
    pytorch_after,
)
from monai.utils.type_conversion import convert_data_type, convert_to_dst_type, convert_to_tensor


def deprecated(*args, **options):
    return lambda obj: obj


deprecated_arg = deprecated_arg_default = deprecated


def export(path):
    return lambda obj: obj


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'monai.utils' has no attribute '{name}'")
    return _vramlint.unknown(f"monai.utils.{name} is not modelled")
