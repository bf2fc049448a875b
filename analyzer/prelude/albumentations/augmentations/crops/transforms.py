from albumentations import *  # noqa: F401, F403
