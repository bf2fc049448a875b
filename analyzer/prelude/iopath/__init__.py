"""iopath 0.1.10: files by path or address. What lies on this machine is opened; nothing is fetched."""

__version__ = "0.1.10"
from iopath.common.file_io import PathManager
