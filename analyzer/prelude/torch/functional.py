# torch.einsum, taken apart into permutes, sums and batched products as aten/src/ATen/native/Linear.cpp does (1.13 to 2.4).
import _vramlint


def einsum(*args):
    equation, operands = args[0], args[1:]
    if not _vramlint.is_known(equation):
        if _vramlint.is_known(*operands):
            _vramlint.unsupported("an einsum whose equation is not known is not modelled")
        return _of_unknown(operands)
    if not isinstance(equation, str):
        _vramlint.unsupported("einsum with lists of subscripts is not modelled")
    if _vramlint.is_known(*operands) and len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    if not _vramlint.is_known(*operands):
        return _of_unknown(operands)
    operands = _vramlint.autocast_operands("einsum", operands)
    before = _vramlint.exclude_autocast(True)
    try:
        return _summed(equation, operands)
    finally:
        _vramlint.exclude_autocast(before)


def _of_unknown(operands):
    # Not known, and dependent on all of them.
    made = [tensor for tensor in operands if not _vramlint.is_known(tensor)][0] + 0
    for tensor in operands:
        made = made * tensor
    return made


def _summed(equation, operands):
    terms, result = _subscripts(equation, operands)
    order = result + sorted({label for term in terms for label in term if label not in result})
    tensors = [_aligned(tensor, term, order) for tensor, term in zip(operands, terms)]
    _check_sizes(tensors, order)
    if len(tensors) == 1:
        rest = list(range(len(result), len(order)))
        return tensors[0].sum(rest) if rest else tensors[0]
    return _contracted(tensors, len(result), len(order))


def _subscripts(equation, operands):
    # Labels of each operand and of the result. A dimension under the ellipsis is labelled by its number, which sorts first.
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(operands):
        raise RuntimeError("einsum(): the number of subscripts in the equation does not match the number of operands")
    covered = [tensor.dim() - len(term.replace("...", "")) for tensor, term in zip(operands, terms)]
    for count, term in zip(covered, terms):
        if count < 0 or (count > 0 and "..." not in term):
            raise RuntimeError("einsum(): the number of subscripts in the equation does not match the number of dimensions "
                               f"for an operand and no ellipsis was given: '{equation}'")
    widest = max([count for count, term in zip(covered, terms) if "..." in term] + [0])
    ellipsis = [_number(i) for i in range(widest)]
    terms = [_labels(term, ellipsis[widest - count:]) for count, term in zip(covered, terms)]
    if arrow:
        return terms, _labels(right, ellipsis)
    seen = [label for term in terms for label in term]
    return terms, ellipsis + sorted(label for label in set(seen) if seen.count(label) == 1 and label not in ellipsis)


def _number(i):
    return str(i).zfill(3)


def _labels(term, ellipsis):
    before, dots, after = term.partition("...")
    return list(before) + (list(ellipsis) if dots else []) + list(after)


def _aligned(tensor, labels, order):
    # The diagonal where a label repeats; then every label of `order` in its place, of size 1 where the operand lacks it.
    kept = []
    for label in labels:
        if label in kept:
            tensor = tensor.diagonal(0, kept.index(label), len(kept)).movedim(-1, kept.index(label))
        else:
            kept.append(label)
    for label in order:
        if label not in kept:
            tensor = tensor.unsqueeze(tensor.dim())
            kept.append(label)
    return tensor.permute([kept.index(label) for label in order])


def _check_sizes(tensors, order):
    for i, label in enumerate(order):
        sizes = {size for size in [tensor.size(i) for tensor in tensors] if _vramlint.is_known(size) and size != 1}
        if len(sizes) > 1:
            raise RuntimeError(f"einsum(): subscript {label} has sizes {sorted(sizes)} which do not broadcast")


def _contracted(tensors, kept, rank):
    # From left to right; a dimension is summed as soon as only one operand has it.
    users = [sum([not _single(tensor, i) for tensor in tensors]) for i in range(rank)]
    result = tensors[0]
    for other in tensors[1:]:
        shared, alone = [], ([], [])
        for i in range(kept, rank):
            has = (not _single(result, i), not _single(other, i))
            if all(has):
                users[i] -= 1
                if users[i] == 1:
                    shared.append(i)
                    users[i] = 0
            elif users[i] == 1 and any(has):
                alone[0 if has[0] else 1].append(i)
                users[i] = 0
        result = result.sum(alone[0], True) if alone[0] else result
        other = other.sum(alone[1], True) if alone[1] else other
        result = _product(result, other, shared)
    return result.view(result.shape[:kept]) if rank > kept else result


def _product(left, right, summed):
    if not summed:
        return left * right
    both, only_left, only_right = [], [], []
    for i in range(left.dim()):
        if i in summed:
            continue
        group = only_right if _single(left, i) else only_left if _single(right, i) else both
        group.append(i)
    sizes = [left.size(i) for i in both + only_left] + [1] * len(summed) + [right.size(i) for i in only_right]
    order = both + only_left + summed + only_right
    batch, inner = _size(left, both), _size(left, summed)
    rows = left.permute(order).reshape([batch, _size(left, only_left), inner])
    columns = right.permute(both + summed + only_right + only_left).reshape([batch, inner, _size(right, only_right)])
    result = _vramlint.op("bmm", rows, columns)
    return result.view(sizes).permute([order.index(i) for i in range(left.dim())])


def _single(tensor, i):
    size = tensor.size(i)
    return _vramlint.is_known(size) and size == 1


def _size(tensor, dims):
    if len(dims) == 1:
        return tensor.size(dims[0])
    count = 1
    for i in dims:
        count = count * tensor.size(i)
    return count
