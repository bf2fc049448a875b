"""Places in a sorted list. They are counted, so that one of an unknown value is an unknown place and nothing else."""


def _keys(a, lo, hi, key):
    part = a[lo:len(a) if hi is None else hi]
    return part if key is None else [key(item) for item in part]


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    return lo + sum([item < x for item in _keys(a, lo, hi, key)])


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    keys = _keys(a, lo, hi, key)
    return lo + len(keys) - sum([x < item for item in keys])


def insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_right(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


bisect = bisect_right
insort = insort_right
