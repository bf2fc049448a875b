from timm.layers.drop import *  # noqa: F401,F403
