"""Queues of one thread."""


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

    def put_nowait(self, item):
        if self.full():
            raise Full
        self.put(item)

    def get(self, block=True, timeout=None):
        if not self._items:
            raise Empty
        return self._items.pop(0)

    def get_nowait(self):
        return self.get()

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
        if not self._items:
            raise Empty
        return self._items.pop()


class PriorityQueue(Queue):
    def get(self, block=True, timeout=None):
        if not self._items:
            raise Empty
        self._items.sort()
        return self._items.pop(0)
