"""What a command line of Lightning makes of `class_path` and `init_args` (lightning/pytorch/cli.py, 2.4)."""
import importlib

import _run


def instantiate_class(args, init):
    module, name = init["class_path"].rsplit(".", 1)
    given = args if isinstance(args, tuple) else (args,)
    return getattr(importlib.import_module(module), name)(*given, **init.get("init_args", {}))


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _run.unknown(f"`{name}` of Lightning's command line is not described")
