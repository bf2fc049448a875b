# Scripted code runs like the Python it was made from.
from torch.nn.modules.module import Module


class ScriptModule(Module):
    pass


class RecursiveScriptModule(ScriptModule):
    pass


class ScriptFunction:
    pass


class TracerWarning(Warning):
    pass


def script(obj, *args, **kwargs):
    return obj


def trace(function, example_inputs=None, **options):
    return function


def ignore(function=None, drop=False):
    if function is None or isinstance(function, bool):
        return lambda f: f
    return function


script_method = export = unused = interface = freeze = optimize_for_inference = script
script_if_tracing = _script_if_tracing = _overload = _overload_method = _drop = script


def is_scripting():
    return False


def is_tracing():
    return False


def annotate(type, value):
    return value


def _unwrap_optional(value):
    assert value is not None, "Unwrapping null optional"
    return value


class Final:
    pass
