"""Nothing is called at exit."""


def register(function, *args, **keywords):
    return function


def unregister(function):
    return None
