"""Names of the kinds of object that have no other name."""


class SimpleNamespace:
    def __init__(self, /, **keywords):
        self.__dict__.update(keywords)

    def __repr__(self):
        inner = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"namespace({inner})"

    def __eq__(self, other):
        return isinstance(other, SimpleNamespace) and self.__dict__ == other.__dict__


def _function():
    yield


class _Class:
    def method(self):
        return None


FunctionType = type(_function)
LambdaType = FunctionType
MethodType = type(_Class().method)
BuiltinFunctionType = type(len)
BuiltinMethodType = BuiltinFunctionType
GeneratorType = type(_function())
NoneType = type(None)
EllipsisType = type(...)


def _module_type():
    import abc

    return type(abc)


ModuleType = _module_type()


class MappingProxyType(dict):
    def __setitem__(self, key, value):
        raise TypeError("'mappingproxy' object does not support item assignment")


class GenericAlias:
    pass


class UnionType:
    pass


class CodeType:
    pass


class TracebackType:
    pass


class DynamicClassAttribute(property):
    pass


def new_class(name, bases=(), kwds=None, exec_body=None):
    namespace = {}
    if exec_body is not None:
        exec_body(namespace)
    return type(name, tuple(bases), namespace)


from vramlint_frames import Frame as FrameType  # noqa: E402
