"""Pools whose workers are the one that asks them."""
from itertools import starmap as _starmap


class AsyncResult:
    def __init__(self, value, callback=None):
        self._value = value
        if callback is not None:
            callback(value)

    def get(self, timeout=None):
        return self._value

    def wait(self, timeout=None):
        return None

    def ready(self):
        return True

    def successful(self):
        return True


ApplyResult = MapResult = AsyncResult


class Pool:
    def __init__(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None, context=None):
        if initializer is not None:
            initializer(*initargs)

    def apply(self, func, args=(), kwds={}):
        return func(*args, **kwds)

    def map(self, func, iterable, chunksize=None):
        return [func(item) for item in iterable]

    def starmap(self, func, iterable, chunksize=None):
        return list(_starmap(func, iterable))

    def imap(self, func, iterable, chunksize=1):
        return iter(self.map(func, iterable))

    imap_unordered = imap

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        return AsyncResult(func(*args, **kwds), callback)

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        return AsyncResult(self.map(func, iterable), callback)

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        return AsyncResult(self.starmap(func, iterable), callback)

    def close(self):
        return None

    def join(self):
        return None

    terminate = close

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None


class ThreadPool(Pool):
    def __init__(self, processes=None, initializer=None, initargs=()):
        super().__init__(processes, initializer, initargs)
