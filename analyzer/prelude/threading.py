"""One thread: locks are always free, and a thread that is started runs nothing."""


class _Lock:
    def acquire(self, blocking=True, timeout=-1):
        return True

    def release(self):
        return None

    def locked(self):
        return False

    def __enter__(self):
        return True

    def __exit__(self, *details):
        return None


def Lock():
    return _Lock()


def RLock():
    return _Lock()


class Condition(_Lock):
    def __init__(self, lock=None):
        pass

    def wait(self, timeout=None):
        return True

    def notify(self, n=1):
        return None

    def notify_all(self):
        return None


class Semaphore(_Lock):
    def __init__(self, value=1):
        pass


BoundedSemaphore = Semaphore


class Event:
    def __init__(self):
        self._set = False

    def set(self):
        self._set = True

    def clear(self):
        self._set = False

    def is_set(self):
        return self._set

    def wait(self, timeout=None):
        return True


class local:
    pass


class Thread:
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        self.name = name or "Thread"
        self.daemon = daemon
        self._target = target
        self._args = args
        self._kwargs = kwargs or {}

    def start(self):
        return None

    def join(self, timeout=None):
        return None

    def is_alive(self):
        return False

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)


class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        Thread.__init__(self, target=function, args=args or (), kwargs=kwargs)

    def cancel(self):
        return None


_main = Thread(name="MainThread")


def current_thread():
    return _main


def main_thread():
    return _main


def get_ident():
    return 1


def active_count():
    return 1
