"""Context managers."""

from functools import wraps


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return None


class ContextDecorator:
    def __call__(self, function):
        @wraps(function)
        def inner(*args, **keywords):
            with self:
                return function(*args, **keywords)

        return inner


class _GeneratorContextManager(ContextDecorator):
    def __init__(self, function, args, keywords):
        self._function = function
        self._args = args
        self._keywords = keywords
        self.gen = function(*args, **keywords)

    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield")

    def __exit__(self, kind, value, traceback):
        if kind is None:
            for _ in self.gen:
                raise RuntimeError("generator didn't stop")
            return False
        try:
            self.gen.throw(value)
        except StopIteration:
            return True
        except BaseException as raised:
            if raised is value:
                return False
            raise
        return True

    def __call__(self, function):
        @wraps(function)
        def inner(*args, **keywords):
            with _GeneratorContextManager(self._function, self._args, self._keywords):
                return function(*args, **keywords)

        return inner


def contextmanager(function):
    @wraps(function)
    def make(*args, **keywords):
        return _GeneratorContextManager(function, args, keywords)

    return make


class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *details):
        return None


class suppress:
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        return kind is not None and issubclass(kind, self._exceptions)


class closing:
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *details):
        self.thing.close()


class redirect_stdout(nullcontext):
    pass


class redirect_stderr(nullcontext):
    pass


class ExitStack:
    def __init__(self):
        self._exits = []

    def enter_context(self, manager):
        result = manager.__enter__()
        self._exits.append(manager.__exit__)
        return result

    def push(self, manager):
        self._exits.append(manager.__exit__ if hasattr(manager, "__exit__") else manager)
        return manager

    def callback(self, function, *args, **keywords):
        self._exits.append(lambda kind, value, traceback: function(*args, **keywords) and None)
        return function

    def pop_all(self):
        made = ExitStack()
        made._exits = self._exits
        self._exits = []
        return made

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        handled = False
        while self._exits:
            leave = self._exits.pop()
            if leave(kind, value, traceback):
                handled = True
                kind = value = traceback = None
        return handled
