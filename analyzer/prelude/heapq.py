"""A heap is kept as a sorted list, which is one."""


def heapify(heap):
    heap.sort()


def heappush(heap, item):
    heap.append(item)
    heap.sort()


def heappop(heap):
    if not heap:
        raise IndexError("index out of range")
    return heap.pop(0)


def heappushpop(heap, item):
    heappush(heap, item)
    return heappop(heap)


def heapreplace(heap, item):
    smallest = heappop(heap)
    heappush(heap, item)
    return smallest


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]


def merge(*iterables, key=None, reverse=False):
    return iter(sorted([item for each in iterables for item in each], key=key, reverse=reverse))
