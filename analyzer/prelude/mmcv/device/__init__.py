"""Devices of other makers: 1.x has wrappers for them, which a run on a GPU of NVIDIA's does not use."""
from mmcv._line import require_old

require_old(__name__)
