from einops._einops import *  # noqa: F401,F403
from einops._einops import EinopsError, parse_shape, rearrange, reduce, repeat
