import os

from fsspec.spec import AbstractFileSystem, LocalFileSystem
from fsspec.utils import get_protocol


def of_protocol(protocol):
    return LocalFileSystem() if protocol in LocalFileSystem.protocol else AbstractFileSystem()


def url_to_fs(url, **kwargs):
    path = str(url)
    protocol = get_protocol(path)
    if protocol in LocalFileSystem.protocol:
        return LocalFileSystem(), os.path.abspath(path.removeprefix("file://").removeprefix("local://"))
    return AbstractFileSystem(), path.split("://")[-1]
