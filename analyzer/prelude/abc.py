"""Abstract base classes. `register` is kept; that an abstract class cannot be instantiated is checked."""


def abstractmethod(function):
    function.__isabstractmethod__ = True
    return function


class abstractproperty(property):
    pass


abstractclassmethod = classmethod
abstractstaticmethod = staticmethod


def _is_abstract(value):
    if isinstance(value, property):
        return getattr(value.fget, "__isabstractmethod__", False)
    if isinstance(value, (classmethod, staticmethod)):
        value = value.__func__
    return getattr(value, "__isabstractmethod__", False)


def _abstract_names(cls, namespace):
    names = [name for name, value in namespace.items() if _is_abstract(value)]
    for base in cls.__bases__:
        for name in getattr(base, "__abstractmethods__", ()):
            if name not in names and _is_abstract(getattr(cls, name, None)):
                names.append(name)
    return frozenset(names)


class ABCMeta(type):
    def __new__(metacls, name, bases, namespace, **keywords):
        cls = type.__new__(metacls, name, bases, namespace, **keywords)
        cls.__abstractmethods__ = _abstract_names(cls, namespace)
        cls._registered = []
        return cls

    def __call__(cls, *args, **keywords):
        if cls.__abstractmethods__:
            names = sorted(cls.__abstractmethods__)
            plural = "s" if len(names) > 1 else ""
            raise TypeError(
                f"Can't instantiate abstract class {cls.__name__} with abstract method{plural} {', '.join(names)}"
            )
        return type.__call__(cls, *args, **keywords)

    def register(cls, subclass):
        cls._registered.append(subclass)
        return subclass

    def __instancecheck__(cls, instance):
        return cls.__subclasscheck__(type(instance))

    def __subclasscheck__(cls, subclass):
        if type.__subclasscheck__(cls, subclass):
            return True
        if "__subclasshook__" in cls.__dict__:
            answer = cls.__subclasshook__(subclass)
            if answer is not NotImplemented:
                return bool(answer)
        hook = cls.__dict__.get("_accepts")
        if hook is not None and hook(subclass):
            return True
        for registered in cls._registered:
            if issubclass(subclass, registered):
                return True
        return False


class ABC(metaclass=ABCMeta):
    pass


def get_cache_token():
    return 0


def update_abstractmethods(cls):
    if isinstance(cls, ABCMeta):
        cls.__abstractmethods__ = _abstract_names(cls, cls.__dict__)
    return cls
