"""flash_attn 2.5: the kernels are those that PyTorch has as its own, on batch, rows, heads, head."""
from flash_attn.flash_attn_interface import (flash_attn_func, flash_attn_kvpacked_func, flash_attn_qkvpacked_func,
                                             flash_attn_varlen_func, flash_attn_varlen_kvpacked_func,
                                             flash_attn_varlen_qkvpacked_func)

__version__ = "2.5.8"
__optional__ = True
