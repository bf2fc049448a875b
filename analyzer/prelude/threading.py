"""One thread: locks are always free, and a thread that is started runs when a queue is waited for, up to what it puts there."""


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

    def wait_for(self, predicate, timeout=None):
        return True

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


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        self.parties = parties

    def wait(self, timeout=None):
        return 0

    def reset(self):
        return None

    abort = reset


BrokenBarrierError = ThreadError = RuntimeError
TIMEOUT_MAX = 9223372036.0


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
        import queue

        queue.workers.append(self.run)

    def join(self, timeout=None):
        return None

    @property
    def ident(self):
        return 1

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name

    def isDaemon(self):
        return bool(self.daemon)

    def setDaemon(self, daemonic):
        self.daemon = daemonic

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


def get_native_id():
    return 1


def enumerate():
    return [_main]


def _nothing(*args, **keywords):
    return None


settrace = setprofile = gettrace = getprofile = excepthook = _nothing
currentThread = current_thread
activeCount = active_count


def stack_size(size=0):
    return 0
