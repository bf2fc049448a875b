# Patterns and what they do to a tensor. A side of a pattern is a list of groups, a group a list of axes; an axis is a name,
# a number written as such, or "..." (which stands for as many axes as are left over).
import _vramlint


class EinopsError(RuntimeError):
    pass


class _Bare(list):
    # An ellipsis that stands outside of parentheses: every axis it stands for is a group of its own.
    pass


_sides = {}


def _groups(text):
    # "b (h c) 1 ..." as [["b"], ["h", "c"], [], ["..."]]: an axis of one is an empty group.
    if text in _sides:
        return _sides[text]
    groups, group = [], None
    for token in text.replace("(", " ( ").replace(")", " ) ").replace("\u2026", "...").replace("...", " ... ").split():
        if token == "(":
            if group is not None:
                raise EinopsError("a parenthesis opens within parentheses in '" + text + "'")
            group = []
        elif token == ")":
            if group is None:
                raise EinopsError("a parenthesis closes that was not opened in '" + text + "'")
            groups.append(group)
            group = None
        else:
            if token != "..." and not token.isdecimal() and not token.isidentifier():
                raise EinopsError("'" + token + "' is no name of an axis in '" + text + "'")
            axes = [] if token == "1" else [token]
            if group is None:
                groups.append(_Bare(axes) if token == "..." else axes)
            else:
                group.extend(axes)
    if group is not None:
        raise EinopsError("a parenthesis is not closed in '" + text + "'")
    named = [axis for group in groups for axis in group if not axis.isdecimal()]
    for axis in named:
        if named.count(axis) > 1:
            raise EinopsError("'" + axis + "' stands twice in '" + text + "'")
    _sides[text] = groups
    return groups


def _spread(groups, count):
    # The ellipsis as the axes it stands for; numbered axes by their place, since two of one length are two axes.
    spread = []
    for i, group in enumerate(groups):
        axes = []
        for j, axis in enumerate(group):
            if axis == "...":
                axes.extend(["..." + str(k) for k in range(count)])
            elif axis.isdecimal():
                axes.append(axis + "@" + str(i) + "." + str(j))
            else:
                axes.append(axis)
        if isinstance(group, _Bare):
            spread.extend([[axis] for axis in axes])
        else:
            spread.append(axes)
    return spread


def _has_ellipsis(groups):
    return any("..." in group for group in groups)


def _product(lengths):
    count = 1
    for length in lengths:
        count = count * length
    return count


def _given(lengths, groups):
    known = {}
    for group in groups:
        for axis in group:
            if "@" in axis:
                known[axis] = int(axis.partition("@")[0])
            elif axis in lengths:
                known[axis] = int(lengths[axis])
    return known


def _measure(shape, groups, known):
    # Lengths of every axis on the left.
    for size, group in zip(shape, groups):
        missing = [axis for axis in group if axis not in known]
        if len(missing) > 1:
            raise EinopsError("the lengths of " + " and ".join(missing) + " cannot be told apart: give one of them")
        rest = _product([known[axis] for axis in group if axis in known])
        if missing:
            if size % rest != 0:
                raise EinopsError(f"a dimension of {size} cannot be divided into parts of {rest} for ({' '.join(group)})")
            known[missing[0]] = size // rest
        elif rest != size:
            raise EinopsError(f"a dimension of {size} is not the {rest} of ({' '.join(group)})")
    return known


def _check(operation, left, right, lengths):
    before = [axis for group in left for axis in group if not axis.isdecimal()]
    after = [axis for group in right for axis in group if not axis.isdecimal()]
    gone = [axis for axis in before if axis not in after]
    new = [axis for axis in after if axis not in before]
    if operation == "rearrange" and (gone or new):
        raise EinopsError("only one side has " + ", ".join(gone + new))
    if operation == "repeat" and gone:
        raise EinopsError("the right side lacks " + ", ".join(gone))
    if operation == "repeat" and [axis for axis in new if axis not in lengths]:
        raise EinopsError("the lengths of new axes must be given: " + ", ".join(new))
    if operation == "reduce" and new:
        raise EinopsError("the left side lacks " + ", ".join(new))
    if operation == "rearrange" and [axis for group in left + right for axis in group if axis.isdecimal()]:
        raise EinopsError("a rearrangement has no axes of fixed length but 1")
    for axis in lengths:
        if axis not in before and axis not in after:
            raise EinopsError("the pattern has no axis '" + axis + "'")


def _reduced(tensor, axes, reduction):
    if callable(reduction):
        return reduction(tensor, tuple(axes))
    if reduction in ("max", "min"):
        if not hasattr(tensor, "amax"):
            return getattr(tensor, reduction)(tuple(axes))
        return getattr(tensor, "a" + reduction)(dim=tuple(axes))
    if reduction in ("sum", "mean"):
        return getattr(tensor, reduction)(tuple(axes))
    if reduction in ("prod", "any", "all"):
        for axis in reversed(axes):
            tensor = getattr(tensor, reduction)(axis)
        return tensor
    raise EinopsError(f"there is no reduction {reduction!r}")


def _expanded(tensor, axes, known):
    # Axes the tensor lacks, each a view without bytes of its own.
    if not hasattr(tensor, "expand"):
        return _expanded_array(tensor, axes, known)
    repeats = [-1] * len(axes)
    for i, axis in enumerate(axes):
        if axis in known:
            tensor = tensor.unsqueeze(i)
            repeats[i] = known[axis]
    return tensor.expand(repeats)


def _expanded_array(array, axes, known):
    import numpy
    shape = list(array.shape)
    array = array.reshape([1 if axis in known else shape.pop(0) for axis in axes])
    return numpy.tile(array, [known.get(axis, 1) for axis in axes])


def _apply(tensor, pattern, operation, reduction, lengths):
    left, right = _parsed(pattern, operation, lengths)
    shape = tensor.shape
    fixed = sum(1 for group in left if not isinstance(group, _Bare))
    rest = len(shape) - fixed
    if rest < 0 or (rest > 0 and not _has_ellipsis(left)):
        raise EinopsError(f"the left side has {fixed} axes, the tensor {len(shape)}")
    left, right = _spread(left, rest), _spread(right, rest)
    known = _measure(shape, left, _given(lengths, left))
    before = [axis for group in left for axis in group]
    if operation != "repeat":
        after = [axis for group in right for axis in group]
    else:
        after = [axis for group in right for axis in group if axis in before]
    if [axis for axis in after if axis not in before]:
        raise EinopsError("the left side lacks " + ", ".join([axis for axis in after if axis not in before]))
    if [len(group) for group in left] != [1] * len(left):
        tensor = tensor.reshape([known[axis] for axis in before])
    gone = [axis for axis in before if axis not in after]
    order = [before.index(axis) for axis in after + gone]
    if order != list(range(len(order))):
        tensor = tensor.permute(order) if hasattr(tensor, "permute") else tensor.transpose(order)
    if gone:
        tensor = _reduced(tensor, list(range(len(after), len(order))), reduction)
    if operation == "repeat":
        new = _given(lengths, [[axis for group in right for axis in group if axis not in before]])
        if new:
            tensor = _expanded(tensor, [axis for group in right for axis in group], new)
            known.update(new)
    if [len(group) for group in right] != [1] * len(right):
        tensor = tensor.reshape([_product([known[axis] for axis in group]) for group in right])
    return tensor


def _parsed(pattern, operation, lengths):
    left, arrow, right = pattern.partition("->")
    if not arrow or "->" in right:
        raise EinopsError("a pattern has two sides and one '->' between them")
    left, right = _groups(left), _groups(right)
    if any("..." in group and not isinstance(group, _Bare) for group in left):
        raise EinopsError("'...' may not stand in parentheses on the left side")
    if _has_ellipsis(right) and not _has_ellipsis(left):
        raise EinopsError("'...' stands on the right side only")
    _check(operation, left, right, lengths)
    return left, right


def _stacked(tensors):
    if isinstance(tensors, (list, tuple)):
        if hasattr(tensors[0], "__array_priority__"):
            import numpy
            return numpy.stack(tensors)
        return _vramlint.op("stack", list(tensors), 0)
    return tensors


def _run(tensor, pattern, operation, reduction, lengths):
    if not _vramlint.is_known(tensor) or not _vramlint.is_known(pattern):
        return _vramlint.unknown("einops." + operation + " of something that is not known")
    tensor = _stacked(tensor)
    if not _vramlint.is_known(tensor):
        return tensor
    try:
        return _apply(tensor, pattern, operation, reduction, lengths)
    except EinopsError as error:
        sizes = ", ".join([f"{axis}={length}" for axis, length in lengths.items()])
        raise EinopsError(f"{operation} '{pattern}' of a tensor of shape {tuple(tensor.shape)}"
                          + (f" with {sizes}" if sizes else "") + ": " + str(error))


def rearrange(tensor, pattern, **axes_lengths):
    return _run(tensor, pattern, "rearrange", None, axes_lengths)


def reduce(tensor, pattern, reduction, **axes_lengths):
    return _run(tensor, pattern, "reduce", reduction, axes_lengths)


def repeat(tensor, pattern, **axes_lengths):
    return _run(tensor, pattern, "repeat", None, axes_lengths)


def einsum(*tensors_and_pattern):
    from torch import einsum as contract
    *tensors, pattern = tensors_and_pattern
    if not isinstance(pattern, str):
        raise ValueError("the last argument of einsum is its pattern")
    letters = {}

    def letter(name):
        if name == "...":
            return name
        if "(" in name or ")" in name:
            raise NotImplementedError("einsum takes no parentheses")
        if not name.isidentifier():
            raise EinopsError("einsum takes names of axes only, not '" + name + "'")
        if name not in letters:
            letters[name] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[len(letters)]
        return letters[name]

    left, arrow, right = pattern.partition("->")
    if not arrow:
        raise EinopsError("einsum's pattern has two sides and one '->' between them")
    terms = [[letter(name) for name in term.replace("...", " ... ").split()] for term in left.split(",")]
    result = [letter(name) for name in right.replace("...", " ... ").split()]
    return contract(",".join(["".join(term) for term in terms]) + "->" + "".join(result), *tensors)


def parse_shape(x, pattern):
    names = pattern.replace("...", " ... ").split()
    shape = list(x.shape)
    if "..." in names:
        at = names.index("...")
        names = names[:at] + ["_"] * (len(shape) - len(names) + 1) + names[at + 1:]
    if len(names) != len(shape):
        raise RuntimeError(f"the pattern has {len(names)} axes, the tensor {len(shape)}")
    return {name: size for name, size in zip(names, shape) if name != "_"}


def _around_star(pattern):
    names = pattern.split()
    if names.count("*") != 1:
        raise EinopsError("the pattern of pack and unpack has one '*'")
    return names.index("*"), len(names) - names.index("*") - 1


def pack(tensors, pattern):
    before, after = _around_star(pattern)
    shapes, flat = [], []
    for tensor in tensors:
        shape = list(tensor.shape)
        if len(shape) < before + after:
            raise EinopsError(f"pack '{pattern}' of a tensor of {len(shape)} dimensions")
        end = len(shape) - after
        shapes.append(tuple(shape[before:end]))
        flat.append(tensor.reshape(shape[:before] + [-1] + shape[end:]))
    return _vramlint.op("cat", flat, before), shapes


def unpack(tensor, packed_shapes, pattern):
    before, after = _around_star(pattern)
    shape = list(tensor.shape)
    parts, start = [], 0
    for packed in packed_shapes:
        length = shape[before] - start if -1 in packed else _product(packed)
        if start + length > shape[before]:
            raise EinopsError(f"unpack '{pattern}': the parts are longer than the {shape[before]} that there are")
        part = tensor.narrow(before, start, length)
        parts.append(part.reshape(shape[:before] + list(packed) + shape[before + 1:]))
        start = start + length
    return parts


def asnumpy(tensor):
    return tensor.detach().cpu().numpy()
