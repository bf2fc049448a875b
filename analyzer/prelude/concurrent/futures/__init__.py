"""What is handed to an executor runs at once: what it leaves behind is the same, and what is held at a time no more."""

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


class CancelledError(Exception):
    pass


class InvalidStateError(Exception):
    pass


class BrokenExecutor(RuntimeError):
    pass


TimeoutError = TimeoutError


class Future:
    def __init__(self):
        self._result, self._exception, self._done, self._callbacks = None, None, False, []

    def result(self, timeout=None):
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self, timeout=None):
        return self._exception

    def done(self):
        return self._done

    def running(self):
        return False

    def cancel(self):
        return False

    def cancelled(self):
        return False

    def add_done_callback(self, fn):
        if self._done:
            fn(self)
        else:
            self._callbacks.append(fn)

    def set_running_or_notify_cancel(self):
        return True

    def set_result(self, result):
        self._result = result
        self._finish()

    def set_exception(self, exception):
        self._exception = exception
        self._finish()

    def _finish(self):
        self._done = True
        for callback in self._callbacks:
            callback(self)


class Executor:
    def __init__(self, max_workers=None, *args, initializer=None, initargs=(), **options):
        self._max_workers, self._closed = max_workers, False
        if initializer is not None:
            initializer(*initargs)

    def submit(self, fn, /, *args, **kwargs):
        if self._closed:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = Future()
        try:
            result = fn(*args, **kwargs)
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)
        return future

    def map(self, fn, *iterables, timeout=None, chunksize=1, buffersize=None):
        futures = [self.submit(fn, *items) for items in zip(*iterables)]

        def results():
            for future in futures:
                yield future.result()

        return results()

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._closed = True

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.shutdown()
        return False


class ThreadPoolExecutor(Executor):
    pass


class ProcessPoolExecutor(Executor):
    pass


class _Waited(tuple):
    done = property(lambda self: self[0])
    not_done = property(lambda self: self[1])


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    return _Waited((set(fs), set()))


def as_completed(fs, timeout=None):
    seen = []
    for future in fs:
        if future not in seen:
            seen.append(future)
    return iter(seen)
