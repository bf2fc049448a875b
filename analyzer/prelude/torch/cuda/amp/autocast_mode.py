import _vramlint
from torch.amp import autocast_mode as _amp
from torch.amp.autocast_mode import custom_bwd, custom_fwd


class autocast(_amp.autocast):
    def __init__(self, enabled=True, dtype=_vramlint.dtype_float16, cache_enabled=True):
        super().__init__("cuda", dtype, enabled, cache_enabled)
