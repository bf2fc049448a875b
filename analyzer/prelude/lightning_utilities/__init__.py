"""lightning-utilities 0.14, which Lightning and torchmetrics stand on."""
from lightning_utilities.core.apply_func import apply_to_collection
from lightning_utilities.core.enums import StrEnum
from lightning_utilities.core.imports import compare_version, module_available
from lightning_utilities.core.overrides import is_overridden
from lightning_utilities.core.rank_zero import WarningCache

__version__ = "0.14.3"
__all__ = ["StrEnum", "WarningCache", "apply_to_collection", "compare_version", "is_overridden", "module_available"]
