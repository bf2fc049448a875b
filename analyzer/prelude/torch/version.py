cuda = "12.1"
hip = None
git_version = ""
from torch import __version__
