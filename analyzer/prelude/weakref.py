"""References to what lives on: they hold their object as a plain name would."""


class ref:
    def __init__(self, object, callback=None):
        self._object = object

    def __call__(self):
        return self._object

    def __eq__(self, other):
        return isinstance(other, ref) and self._object == other._object

    def __hash__(self):
        return hash(self._object)


ReferenceType = ref


class WeakMethod(ref):
    pass


def proxy(object, callback=None):
    return object


class WeakKeyDictionary(dict):
    pass


class WeakValueDictionary(dict):
    pass


class WeakSet(set):
    pass


class finalize:
    alive = True

    def __init__(self, obj, func, /, *args, **kwargs):
        self._called = func, args, kwargs

    def __call__(self):
        self.alive = False
        func, args, kwargs = self._called
        return func(*args, **kwargs)

    def detach(self):
        self.alive = False
