from imageio import *  # noqa: F401, F403
