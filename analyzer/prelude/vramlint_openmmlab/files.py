"""Files: data are not read by the program under analysis; JSON and YAML through their own modules are."""
import os.path as _path

import _vramlint
from vramlint_openmmlab.homes import stand_ins as _stand_ins

_names, __getattr__ = _stand_ins(
    __name__, "BaseStorageBackend PetrelBackend MemcachedBackend LmdbBackend HardDiskBackend LocalBackend HTTPBackend "
              "BaseFileHandler JsonHandler PickleHandler YamlHandler")


def _unread(what):
    def read(*args, **options):
        return _vramlint.unknown(f"{what} is not read by the program under analysis")

    return read


get = get_text = _unread("a file")
load = dict_from_file = _unread("a data file")
list_from_file = _unread("a list in a file")
list_dir_or_file = _unread("a folder")


def exists(filepath, backend_args=None):
    return _path.exists(filepath)


def isdir(filepath, backend_args=None):
    return _path.isdir(filepath)


def isfile(filepath, backend_args=None):
    return _path.isfile(filepath)


def join_path(filepath, *filepaths, backend_args=None):
    return _path.join(filepath, *filepaths)


def get_local_path(filepath, backend_args=None):
    return _Local(filepath)


class _Local:
    def __init__(self, path):
        self.path = path

    def __enter__(self):
        return self.path

    def __exit__(self, *exception):
        return None


def _written(*args, **options):
    return None


put = put_text = dump = copyfile = copytree = copyfile_from_local = copytree_from_local = copyfile_to_local = _written
copytree_to_local = remove = rmtree = copy_if_symlink_fails = _written


def generate_presigned_url(url, client_method="get_object", expires_in=3600, backend_args=None):
    return url


def get_file_backend(uri=None, *, backend_args=None, enable_singleton=False):
    return FileClient()


def register_handler(file_formats, **kwargs):
    return lambda cls: cls


def register_backend(name, backend=None, force=False, prefixes=None):
    return backend if backend is not None else lambda cls: cls


class FileClient:
    def __init__(self, backend=None, prefix=None, **options):
        self.backend = backend

    @classmethod
    def infer_client(cls, file_client_args=None, uri=None):
        return cls()

    @classmethod
    def register_backend(cls, name, backend=None, force=False, prefixes=None):
        return backend if backend is not None else lambda given: given

    def get(self, filepath, *args):
        return get(filepath)

    get_text = get

    def exists(self, filepath):
        return _path.exists(filepath)

    isdir = staticmethod(_path.isdir)
    isfile = staticmethod(_path.isfile)

    def join_path(self, filepath, *filepaths):
        return _path.join(filepath, *filepaths)

    def list_dir_or_file(self, *args, **options):
        return list_dir_or_file()

    def put(self, obj, filepath):
        return None

    put_text = put
