# Scripted code runs like the Python it was made from.
class ScriptModule:
    pass


def script(obj, *args, **kwargs):
    return obj


def trace(function, example_inputs=None, **options):
    return function


def ignore(function=None, drop=False):
    if function is None or isinstance(function, bool):
        return lambda f: f
    return function


script_method = export = unused = script_if_tracing = script


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
