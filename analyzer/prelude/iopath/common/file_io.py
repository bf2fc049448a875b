import os

import _vramlint
import vramlint_pictures


class PathHandler:
    _strict_kwargs_check = True

    def _get_supported_prefixes(self):
        raise NotImplementedError()

    def _get_local_path(self, path, force=False, **options):
        raise NotImplementedError()

    def _open(self, path, mode="r", buffering=-1, **options):
        return open(self._get_local_path(path), mode)

    def _exists(self, path, **options):
        return _vramlint.unknown(f"whether `{path}` is there depends on the run")

    _isfile = _isdir = _ls = _exists

    def _copy(self, src_path, dst_path, overwrite=False, **options):
        return True

    _mv = _symlink = _copy

    def _mkdirs(self, path, **options):
        return None

    _rm = _mkdirs


class _Absent:
    """A file that is not on this machine: it has a name, and what it holds is not known."""

    def __init__(self, name, contents):
        self.name = name
        self._contents = contents

    def read(self, size=-1):
        return self._contents

    readline = readlines = read

    def __iter__(self):
        return iter(self._contents)

    def seek(self, offset, whence=0):
        return offset

    def close(self):
        return None

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None


class NativePathHandler(PathHandler):
    def _get_supported_prefixes(self):
        return []

    def _open(self, path, mode="r", buffering=-1, **options):
        file = open(path, mode)
        return file if _vramlint.is_known(file) or "r" not in mode else _Absent(path, file)

    def _get_local_path(self, path, force=False, **options):
        return os.fspath(path)

    def _exists(self, path, **options):
        return os.path.exists(path)

    def _isfile(self, path, **options):
        return os.path.isfile(path)

    def _isdir(self, path, **options):
        return os.path.isdir(path)

    def _ls(self, path, **options):
        found = os.listdir(path)
        return found if _vramlint.is_known(found) else vramlint_pictures.folder(path)


class HTTPURLHandler(PathHandler):
    def _get_supported_prefixes(self):
        return ["http://", "https://", "ftp://"]

    def _get_local_path(self, path, force=False, **options):
        return os.path.join(get_cache_dir(), path.split("://", 1)[-1])


class OneDrivePathHandler(HTTPURLHandler):
    def _get_supported_prefixes(self):
        return ["https://1drv.ms/u/s!"]


def get_cache_dir(cache_dir=None):
    return os.path.expanduser("~/.torch/iopath_cache") if cache_dir is None else cache_dir


class PathManager:
    def __init__(self):
        self._path_handlers = {}
        self._native_path_handler = NativePathHandler()

    def register_handler(self, handler, allow_override=False):
        for prefix in handler._get_supported_prefixes():
            assert allow_override or prefix not in self._path_handlers, f"Prefix '{prefix}' is already registered"
            self._path_handlers[prefix] = handler

    def _handler(self, path):
        if _vramlint.is_known(path):
            path = os.fspath(path)
            for prefix in sorted(self._path_handlers, reverse=True):
                if path.startswith(prefix):
                    return self._path_handlers[prefix]
        return self._native_path_handler

    def open(self, path, mode="r", buffering=-1, **options):
        return self._handler(path)._open(path, mode, buffering=buffering, **options)

    opena = open

    def get_local_path(self, path, force=False, **options):
        return self._handler(path)._get_local_path(path, force=force, **options)

    def exists(self, path, **options):
        return self._handler(path)._exists(path, **options)

    def isfile(self, path, **options):
        return self._handler(path)._isfile(path, **options)

    def isdir(self, path, **options):
        return self._handler(path)._isdir(path, **options)

    def ls(self, path, **options):
        return self._handler(path)._ls(path, **options)

    def mkdirs(self, path, **options):
        return self._handler(path)._mkdirs(path, **options)

    def rm(self, path, **options):
        return self._handler(path)._rm(path, **options)

    def copy(self, src_path, dst_path, overwrite=False, **options):
        return self._handler(src_path)._copy(src_path, dst_path, overwrite, **options)

    def copy_from_local(self, local_path, dst_path, overwrite=False, **options):
        return None

    def mv(self, src_path, dst_path, **options):
        return self._handler(src_path)._mv(src_path, dst_path, **options)

    def symlink(self, src_path, dst_path, **options):
        return self._handler(src_path)._symlink(src_path, dst_path, **options)

    def set_strict_kwargs_checking(self, enable):
        return None

    set_logging = async_join = async_close = set_strict_kwargs_checking


class PathManagerFactory:
    _made = {}

    @staticmethod
    def get(key="default_path_manager", use_os_fork=True):
        return PathManagerFactory._made.setdefault(key, PathManager())


class file_lock:
    def __init__(self, path):
        self.path = path

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None


g_pathmgr = PathManagerFactory.get()
