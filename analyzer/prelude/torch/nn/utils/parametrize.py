# A parameter computed from others (torch/nn/utils/parametrize.py, 1.13 to 2.4). Module.__getattr__ asks for it here,
# where PyTorch gives the module a class of its own with a property.
from contextlib import contextmanager

from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.parameter import Parameter

_cached = {}
_depth = 0


@contextmanager
def cached():
    global _depth
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if not _depth:
            _cached.clear()


class ParametrizationList(ModuleList):
    def __init__(self, modules, original, unsafe=False):
        super().__init__(modules)
        self.unsafe = unsafe
        new = original
        for module in reversed(list(self)):
            if hasattr(module, "right_inverse"):
                new = module.right_inverse(new)
        self.is_tensor = hasattr(new, "requires_grad")
        if self.is_tensor:
            self._keep("original", original, new)
            return
        self.ntensors = len(new)
        for i, tensor in enumerate(new):
            self._keep(f"original{i}", original, tensor)

    def _keep(self, name, original, tensor):
        if not isinstance(original, Parameter):
            self.register_buffer(name, tensor)
        elif tensor is original:
            self.register_parameter(name, original)
        else:
            self.register_parameter(name, Parameter(tensor.detach(), requires_grad=original.requires_grad))

    def forward(self):
        modules = list(self)
        if self.is_tensor:
            result = modules[0](self.original)
        else:
            result = modules[0](*(getattr(self, f"original{i}") for i in range(self.ntensors)))
        for module in modules[1:]:
            result = module(result)
        return result


def _value(module, name):
    found = module._modules["parametrizations"]
    if not _depth:
        return found[name]()
    key = (id(module), name)
    if key not in _cached:
        _cached[key] = found[name]()
    return _cached[key]


def is_parametrized(module, tensor_name=None):
    found = module._modules.get("parametrizations")
    if found is None:
        return False
    return len(found) > 0 if tensor_name is None else tensor_name in found


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        module.parametrizations[tensor_name].append(parametrization)
        return module
    for store in (module._parameters, module._buffers):
        if tensor_name in store:
            original = store[tensor_name]
            if "parametrizations" not in module._modules:
                module.parametrizations = ModuleDict()
            made = ParametrizationList([parametrization], original, unsafe)
            del store[tensor_name]
            module.parametrizations[tensor_name] = made
            return module
    raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized element "
                     f"with name '{tensor_name}'")


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    found = module.parametrizations[tensor_name]
    if not leave_parametrized and not found.is_tensor:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized "
                         "in terms of a sequence of tensors.")
    value = found() if leave_parametrized else found.original
    trains = any(parameter.requires_grad for parameter in found.parameters(recurse=False))
    is_parameter = len(list(found.parameters(recurse=False))) > 0
    del module.parametrizations[tensor_name]
    if len(module.parametrizations) == 0:
        del module.parametrizations
    if is_parameter:
        module.register_parameter(tensor_name, Parameter(value.detach(), requires_grad=trains))
    else:
        module.register_buffer(tensor_name, value)
    return module


def type_before_parametrizations(module):
    return type(module)


def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    import _vramlint
    return _vramlint.unknown("parametrizations are not carried from one module to another here")
