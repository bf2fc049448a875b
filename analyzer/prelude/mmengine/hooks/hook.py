import mmengine.hooks as _hooks


def __getattr__(name):
    return getattr(_hooks, name)
