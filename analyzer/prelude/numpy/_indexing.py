# Which elements an index means: the shape of the result, and their positions in the array's own order.
import _vramlint
from numpy._sizes import is_open, may_be, part_of, some, wider

_most = 8192


def strides_of(shape):
    strides, stride = [], 1
    for size in reversed(shape):
        strides.append(stride)
        stride = stride * size
    return strides[::-1]


class _Picked:
    # Integers that stand in an index: the shape they have there and, where known, the integers.
    def __init__(self, shape, cells):
        self.shape = tuple(shape)
        self.cells = cells


def _nested(value):
    shape = []
    while _vramlint.is_known(value) and isinstance(value, (list, tuple, range)):
        shape.append(len(value))
        if not len(value):
            break
        value = value[0]
    return shape


def _flatten(value):
    if not _vramlint.is_known(value) or not isinstance(value, (list, tuple, range)):
        return [value]
    return [cell for item in value for cell in _flatten(item)]


def _as_picked(part):
    if hasattr(part, "shape_"):
        return _Picked(part.shape_, part.known_cells()), part._dtype == "bool"
    cells = _flatten(part)
    if is_open(cells):
        return _Picked(_nested(part), None), False
    return _Picked(_nested(part), cells), bool(cells) and isinstance(cells[0], bool)


def _where_true(picked):
    # A mask as one list of integers for each of its dimensions.
    strides = strides_of(picked.shape)
    at = [i for i, cell in enumerate(picked.cells) if cell]
    return [_Picked((len(at),), [i // stride % size for i in at]) for stride, size in zip(strides, picked.shape)]


def _with_numbers(part):
    # A slice between elements of tensors.
    ends = [end.__index__() if hasattr(end, "detach") else end for end in (part.start, part.stop, part.step)]
    return slice(*ends)


def _parts(key, rank):
    # One part for every axis of the array, and None for every new one; what is not known where it may be a list.
    parts = []
    for part in key if _vramlint.is_known(key) and isinstance(key, tuple) else (key,):
        if not isinstance(part, (int, slice)) and hasattr(part, "detach"):
            part = part.tolist()
        if _vramlint.is_list(part):
            parts.append(_Picked((len(part),), None))
            continue
        if not _vramlint.is_known(part) and not _vramlint.is_number(part):
            return part
        if not _vramlint.is_known(part) or part is None or part is Ellipsis or isinstance(part, (int, slice)):
            if isinstance(part, bool):
                part = [part]
            parts.append(_with_numbers(part) if isinstance(part, slice) else part)
            continue
        if hasattr(part, "__index__") and not hasattr(part, "shape_"):
            parts.append(part.__index__())
            continue
        if isinstance(part, list) and not _vramlint.is_known(len(part)):
            parts.append(_Picked((some("how many elements are picked is not known"),), None))
            continue
        picked, mask = _as_picked(part)
        if not mask:
            parts.append(picked)
        elif picked.cells is None:
            count = some("how many elements a mask picks is not known")
            parts.extend([_Picked((count,), None) for _ in picked.shape])
        else:
            parts.extend(_where_true(picked))
    used = sum(1 for part in parts if part is not None and part is not Ellipsis)
    if used > rank:
        raise IndexError(f"too many indices for array: array is {rank}-dimensional, but {used} were indexed")
    whole = [slice(None)] * (rank - used)
    for i, part in enumerate(parts):
        if part is Ellipsis:
            return parts[:i] + whole + parts[i + 1:]
    return parts + whole


def _checked(index, size, axis):
    if not _vramlint.is_known(size):
        return index
    if index < -size or index >= size:
        raise IndexError(f"index {index} is out of bounds for axis {axis} with size {size}")
    return index + size if index < 0 else index


def _joined(shapes):
    rank = sorted(len(shape) for shape in shapes)[-1]
    joined = [1] * rank
    for shape in shapes:
        for i, size in enumerate(shape):
            at = rank - len(shape) + i
            if not may_be(size, 1) and not may_be(joined[at], 1) and not may_be(joined[at], size):
                raise IndexError("shape mismatch: indexing arrays could not be broadcast together")
            joined[at] = wider(joined[at], size)
    return tuple(joined)


def _cells_at(picked, shape):
    if picked.shape == shape:
        return picked.cells
    own = (1,) * (len(shape) - len(picked.shape)) + picked.shape
    index = [0]
    for size, stride, wanted in zip(own, strides_of(own), shape):
        index = [start + (0 if size == 1 else stride * i) for start in index for i in range(wanted)]
    return [picked.cells[i] for i in index]


def resolve(shape, key, is_computed=True):
    # (shape, positions or None, whether it is a view), or what is not known. Elements that are not computed have no positions.
    if _vramlint.is_known(key) and isinstance(key, int) and not isinstance(key, bool) and len(shape) == 1:
        return (), [_checked(key, shape[0], 0)], False
    parts = _parts(key, len(shape))
    if not _vramlint.is_known(parts):
        return parts
    strides = strides_of(shape)
    sizes, groups, picked, places = [], [], [], []
    start, axis = [0] if is_computed else None, 0
    for part in parts:
        if part is None:
            sizes.append(1)
            groups.append([0])
            continue
        size, stride = shape[axis], strides[axis]
        if not _vramlint.is_known(part):
            start = None
        elif isinstance(part, int):
            offset = _checked(part, size, axis) * stride
            start = None if start is None else [start[0] + offset]
        elif isinstance(part, slice):
            if is_open((size, part.start, part.stop, part.step)):
                start = None
                sizes.append(part_of(part, size))
                groups.append([0])
                axis = axis + 1
                continue
            taken = range(*part.indices(size))
            sizes.append(len(taken))
            groups.append(taken if stride == 1 or start is None else [i * stride for i in taken])
        else:
            picked.append((part, size, stride, axis))
            places.append(len(groups))
        axis = axis + 1
    if picked:
        start = _pick(picked, places, sizes, groups, start)
    return tuple(sizes), _positions(start, sizes, groups), not picked and len(sizes) > 0


def _pick(picked, places, sizes, groups, start):
    # Lists of integers become one group, where the first of them stood or, when something lies between, in front.
    joined = _joined([part.shape for part, _, _, _ in picked])
    at = places[0] if places[0] == places[-1] else 0
    offsets = None
    if all([part.cells is not None for part, _, _, _ in picked]):
        offsets = [0] * len(_cells_at(picked[0][0], joined))
        for part, size, stride, axis in picked:
            offsets = [offset + _checked(cell, size, axis) * stride for offset, cell in zip(offsets, _cells_at(part, joined))]
    sizes[at:at] = list(joined)
    groups[at:at] = [offsets]
    return None if offsets is None else start


def _positions(start, sizes, groups):
    count = 1
    for size in sizes:
        count = count * size
    if start is None or count > _most:
        return None
    positions = start
    for group in groups:
        positions = [position + offset for position in positions for offset in group]
    return positions
