import _vramlint
from torch._tensor import Tensor
from torch.autograd import function
from torch.autograd.function import Function


class _VariableMeta(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor)


class Variable(metaclass=_VariableMeta):
    def __new__(cls, data, requires_grad=False, volatile=False):
        made = data.detach()
        return made.requires_grad_() if requires_grad else made


def _as_list(values):
    if not _vramlint.is_known(values) or values is None or isinstance(values, Tensor):
        return [values]
    return list(values)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None,
         is_grads_batched=False, materialize_grads=False):
    retain = create_graph if retain_graph is None else retain_graph
    formulas = None
    if create_graph and retain:
        from ._formulas import formulas
    found = _vramlint.grad(_as_list(outputs), _as_list(grad_outputs), _as_list(inputs), retain, create_graph, formulas)
    if not allow_unused and any(gradient is None for gradient in found):
        raise RuntimeError("One of the differentiated Tensors appears to not have been used in the graph. "
                           "Set allow_unused=True if this is the desired behavior.")
    return tuple(found)


# accumulate_grad.h (2.4): with a graph of its own a gradient is a copy, and is added to out of place.
def _accumulate(leaf, gradient, create_graph):
    if leaf.grad is None:
        leaf.grad = gradient.clone() if create_graph else gradient
    elif create_graph:
        leaf.grad = leaf.grad + gradient
    else:
        leaf.grad.add_(gradient)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    retain = create_graph if retain_graph is None else retain_graph
    chosen = create_graph or inputs is not None
    leaves = _vramlint.leaves(_as_list(tensors)) if chosen else None
    if leaves is None:
        return _vramlint.backward(_as_list(tensors), _as_list(grad_tensors), retain, create_graph)
    wanted = leaves if inputs is None else _as_list(inputs)
    found = grad(tensors, wanted, grad_tensors, retain, create_graph, allow_unused=True)
    for leaf, gradient in zip(wanted, found):
        if gradient is not None:
            _accumulate(leaf, gradient, create_graph)
    if create_graph:
        _vramlint.has_gone_backward()


class set_detect_anomaly:
    def __init__(self, mode=True, check_nan=True):
        self.mode = mode

    def __enter__(self):
        return None

    def __exit__(self, *exception):
        return None


detect_anomaly = set_detect_anomaly
