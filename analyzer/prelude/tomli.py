"""tomllib before Python 3.11."""
from tomllib import TOMLDecodeError, load, loads  # noqa: F401

__version__ = "2.0.1"
