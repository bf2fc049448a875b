"""What says that a name is old."""
from huggingface_hub.utils import _deprecate_arguments, _deprecate_method, _deprecate_positional_args
