"""File systems by the scheme of an address: which one it is. What lies in them only the run knows."""
import fsspec.core
import fsspec.utils
from fsspec.core import url_to_fs
from fsspec.spec import AbstractFileSystem

__version__ = "2025.3.0"


def filesystem(protocol, **storage_options):
    return fsspec.core.of_protocol(protocol)
