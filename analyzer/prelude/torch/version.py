cuda = "12.1"
hip = None
git_version = ""
__version__ = "2.4.0"
