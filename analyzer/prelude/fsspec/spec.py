import os

import _vramlint


class AbstractFileSystem:
    protocol = "abstract"

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return _vramlint.unknown(f"`{name}` of a file system depends on the run")


class LocalFileSystem(AbstractFileSystem):
    protocol = ("file", "local")

    def exists(self, path, **kwargs):
        return os.path.exists(path)

    def isdir(self, path):
        return os.path.isdir(path)

    def isfile(self, path):
        return os.path.isfile(path)

    def makedirs(self, path, exist_ok=False):
        return None

    mkdirs = makedirs
