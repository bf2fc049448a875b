import torch


def get_a_var(obj):
    if isinstance(obj, torch.Tensor):
        return obj
    parts = obj if isinstance(obj, (list, tuple)) else obj.items() if isinstance(obj, dict) else ()
    for found in map(get_a_var, parts):
        if isinstance(found, torch.Tensor):
            return found
    return None


def _rows(inputs):
    found = get_a_var(inputs)
    return found.shape[0] if found is not None and found.dim() else None


def _of_another(part, first, rows):
    """What another GPU makes of so many rows, without memory of its own here."""
    if isinstance(part, torch.Tensor):
        part = part.detach()
        if rows == first or rows is None or not part.dim() or part.shape[0] != first:
            return part
        return part[:1].expand(rows, *part.shape[1:])
    if isinstance(part, dict):
        return type(part)([(name, _of_another(each, first, rows)) for name, each in part.items()])
    return type(part)([_of_another(each, first, rows) for each in part]) if type(part) in (list, tuple) else part


def parallel_apply(modules, inputs, kwargs_tup=None, devices=None):
    """The first replica is run; the others run on GPUs of their own (nn/parallel/parallel_apply.py, 2.4)."""
    assert len(modules) == len(inputs)
    first = inputs[0] if isinstance(inputs[0], (list, tuple)) else (inputs[0],)
    made = modules[0](*first, **(kwargs_tup[0] if kwargs_tup else {}))
    return [made] + [_of_another(made, _rows(first), _rows(each)) for each in inputs[1:]]
