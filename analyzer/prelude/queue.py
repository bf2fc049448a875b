"""Queues of one thread; what others would put there is put when it is waited for."""

workers = []  # of threads that have been started: what each runs


class _Put(BaseException):
    pass


class _Waiting:
    on = None  # the queue that is waited for


class Empty(Exception):
    pass


class Full(Exception):
    pass


class Queue:
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self._items = []

    def put(self, item, block=True, timeout=None):
        self._items.append(item)
        if _Waiting.on is self:
            raise _Put

    def _wait(self):
        # Whoever fills it goes on from where its own iterators stand, and stops again at the first item.
        for run in list(workers):
            if self._items or _Waiting.on is not None:
                return
            _Waiting.on = self
            try:
                run()
                workers.remove(run)
            except _Put:
                pass
            finally:
                _Waiting.on = None

    def put_nowait(self, item):
        if self.full():
            raise Full
        self.put(item)

    def get(self, block=True, timeout=None):
        if not self._items and block:
            self._wait()
        if not self._items:
            raise Empty
        return self._items.pop(0)

    def get_nowait(self):
        return self.get(False)

    def qsize(self):
        return len(self._items)

    def empty(self):
        return not self._items

    def full(self):
        return 0 < self.maxsize <= len(self._items)

    def task_done(self):
        return None

    def join(self):
        return None


SimpleQueue = Queue


class LifoQueue(Queue):
    def get(self, block=True, timeout=None):
        if not self._items and block:
            self._wait()
        if not self._items:
            raise Empty
        return self._items.pop()


class PriorityQueue(Queue):
    def get(self, block=True, timeout=None):
        if not self._items and block:
            self._wait()
        if not self._items:
            raise Empty
        self._items.sort()
        return self._items.pop(0)
