from timm.layers.helpers import *  # noqa: F401,F403
