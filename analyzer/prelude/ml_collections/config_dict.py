from ml_collections import ConfigDict, FrozenConfigDict  # noqa: F401
