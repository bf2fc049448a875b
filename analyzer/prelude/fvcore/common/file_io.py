from iopath.common.file_io import HTTPURLHandler, OneDrivePathHandler, PathHandler, file_lock, get_cache_dir
from iopath.common.file_io import PathManager as PathManagerBase

PathManager = PathManagerBase()
PathManager.register_handler(HTTPURLHandler())
PathManager.register_handler(OneDrivePathHandler())
