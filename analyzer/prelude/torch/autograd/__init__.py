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


def _no_second_derivative(create_graph):
    if create_graph:
        _vramlint.leave_open("second derivatives (create_graph=True) are not modelled: what they keep is not counted")


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


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    _no_second_derivative(create_graph)
    retain = create_graph if retain_graph is None else retain_graph
    _vramlint.backward(_as_list(tensors), _as_list(grad_tensors), retain)


class set_detect_anomaly:
    def __init__(self, mode=True, check_nan=True):
        self.mode = mode

    def __enter__(self):
        return None

    def __exit__(self, *exception):
        return None


detect_anomaly = set_detect_anomaly
