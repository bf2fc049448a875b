import _vramlint


def _flatten_dense_tensors(tensors):
    return _vramlint.op("cat", [tensor.contiguous().view(-1) for tensor in tensors], 0)


def _unflatten_dense_tensors(flat, tensors):
    parts, start = [], 0
    for tensor in tensors:
        parts.append(flat.narrow(0, start, tensor.numel()).view_as(tensor))
        start = start + tensor.numel()
    return tuple(parts)
