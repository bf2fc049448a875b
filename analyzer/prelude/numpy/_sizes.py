# Sizes of arrays: of what files hold they are numbers that are not known. Of such a size everything may be so, until it is
# told apart by what is known.
import _run
import _vramlint


def some(why, low=0):
    # A size that nothing bounds.
    return _run.some(low, why)


def is_open(shape):
    return not _vramlint.is_known(*shape)


def may_be(size, other):
    return not _vramlint.is_known(size) or not _vramlint.is_known(other) or size == other


def same_sizes(left, right):
    # Unless they are known to differ.
    if len(left) != len(right):
        return False
    if _vramlint.is_known(*left, *right):
        return tuple(left) == tuple(right)
    for a, b in zip(left, right):
        if not may_be(a, b):
            return False
    return True


def known_of(a, b):
    # Of two that are the same the one that is known.
    return a if _vramlint.is_known(a) else b


def wider(a, b):
    # Of two that are broadcast together.
    if not _vramlint.is_known(a):
        return b if _vramlint.is_known(b) and b != 1 else a
    return b if a == 1 else a


def count_of(shape):
    count = 1
    for size in shape:
        count = count * size
    return count


def measured(old, new):
    # What `reshape` makes of a shape.
    new = tuple(new) if _vramlint.is_known(new) and isinstance(new, (list, tuple)) else (new,)
    if is_open(old) or is_open(new):
        return _measured_open(old, new)
    count, rest = count_of(old), count_of([size for size in new if size != -1])
    if -1 in new:
        if rest == 0 or count % rest != 0:
            raise ValueError(f"cannot reshape array of size {count} into shape {new}")
        return tuple(count // rest if size == -1 else size for size in new)
    if rest != count:
        raise ValueError(f"cannot reshape array of size {count} into shape {new}")
    return new


def _measured_open(old, new):
    is_rest = [_vramlint.is_known(size) and size == -1 for size in new]
    if True not in is_rest:
        return new
    left, given = list(old), [size for size, rest in zip(new, is_rest) if not rest]
    for end in (0, -1):  # what stays as it is in front and behind
        while left and given and _is_the_same(left[end], given[end]):
            left.pop(end)
            given.pop(end)
    count, divisor = count_of(left), count_of(given)
    known = _vramlint.is_known(divisor)
    rest = count if known and divisor == 1 else count // divisor if known and divisor else None
    if rest is None or not _vramlint.is_number(rest):
        rest = some("how many elements an array has is not known")
    return tuple([rest if is_left else size for size, is_left in zip(new, is_rest)])


def _is_the_same(a, b):
    return _is_so(a == b)


def part_of(part, size):
    # How much a slice takes of a dimension, where either is not known.
    step = 1 if part.step is None else part.step
    if part.start is None and part.stop is None and _is_so(step <= 1) and _is_so(step >= -1):
        return size
    if part.start is None and part.stop is None and _vramlint.is_known(step):
        return (size + abs(step) - 1) // abs(step)
    if not _vramlint.is_known(step) or step != 1:
        return some("how much is taken of an array is not known")
    start, end = _from_start(part.start, 0, size), _from_start(part.stop, size, size)
    length = end - start
    if _vramlint.is_known(length):
        return _taken(max(length, 0), size)
    if not _vramlint.is_number(length):
        length = some("how much is taken of an array is not known")
    return max(min(length, size) if _vramlint.is_known(size) else length, 0)


def _is_so(condition):
    return _vramlint.is_known(condition) and condition


def _from_start(end, otherwise, size):
    if end is None:
        return otherwise
    return size + end if _vramlint.is_known(end) and end < 0 else end


def _taken(length, size):
    if _vramlint.is_known(size):
        return min(length, size)
    _vramlint.assume(f"there are as many elements as are taken here: {length}", size)
    return length
