# nn.Module, as torch/nn/modules/module.py documents it.
from collections import OrderedDict

import _vramlint
from torch._tensor import Tensor
from torch.nn.parameter import Buffer, Parameter

_own_stores = ("_parameters", "_buffers", "_modules")


class _Handle:
    def __init__(self, hooks, key):
        self.hooks = hooks
        self.key = key

    def remove(self):
        self.hooks.pop(self.key, None)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.remove()


class _Incompatible(tuple):
    @property
    def missing_keys(self):
        return self[0]

    @property
    def unexpected_keys(self):
        return self[1]


def _remove_from(stores, name):
    for store in stores:
        if name in store:
            del store[name]


def _is_taken(module, name):
    own = module.__dict__
    for store in (own,) + tuple(own[store] for store in _own_stores):
        if name in store:
            return True
    return hasattr(type(module), name)


class Module:
    dump_patches = False
    _version = 1
    training = True

    def __init__(self, *args, **kwargs):
        _vramlint.begin_module(self)

    def forward(self, *args, **kwargs):
        raise NotImplementedError(f"Module [{type(self).__name__}] is missing the required \"forward\" function")

    def __call__(self, *args, **kwargs):
        outside = _vramlint.enter_module(self)
        try:
            if not (self._forward_hooks or self._forward_pre_hooks):
                return self.forward(*args, **kwargs)
            return self._call_with_hooks(*args, **kwargs)
        finally:
            _vramlint.leave_module(outside)

    def _call_with_hooks(self, *args, **kwargs):
        for hook in list(self._forward_pre_hooks.values()):
            changed = hook(self, args)
            if changed is not None:
                args = changed if isinstance(changed, tuple) else (changed,)
        result = self.forward(*args, **kwargs)
        for hook in list(self._forward_hooks.values()):
            changed = hook(self, args, result)
            if changed is not None:
                result = changed
        return result

    def __getattr__(self, name):
        own = self.__dict__
        for store in _own_stores:
            if store in own and name in own[store]:
                return own[store][name]
        if name in own.get("_modules", {}).get("parametrizations", ()):
            from torch.nn.utils.parametrize import _value
            return _value(self, name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        own = self.__dict__
        if isinstance(value, Parameter):
            if "_parameters" not in own:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            _remove_from((own, own["_buffers"], own["_modules"]), name)
            own["_parameters"][name] = value
        elif isinstance(value, Module):
            if "_modules" not in own:
                raise AttributeError("cannot assign module before Module.__init__() call")
            _remove_from((own, own["_parameters"], own["_buffers"]), name)
            own["_modules"][name] = value
        elif isinstance(value, Buffer):
            self.register_buffer(name, value)
        else:
            self._set_other(name, value)

    def _set_other(self, name, value):
        own = self.__dict__
        if "_parameters" in own:
            if name in own["_parameters"]:
                if value is not None:
                    raise TypeError(f"cannot assign '{type(value).__name__}' as parameter '{name}' "
                                    "(torch.nn.Parameter or None expected)")
                own["_parameters"][name] = None
                return
            if name in own["_modules"]:
                if value is not None:
                    raise TypeError(f"cannot assign '{type(value).__name__}' as child module '{name}' "
                                    "(torch.nn.Module or None expected)")
                own["_modules"][name] = None
                return
            if name in own["_buffers"]:
                own["_buffers"][name] = value
                return
        super().__setattr__(name, value)

    def __delattr__(self, name):
        own = self.__dict__
        for store in _own_stores:
            if name in own[store]:
                del own[store][name]
                return
        super().__delattr__(name)

    def __dir__(self):
        return list(self.__dict__) + list(self._parameters) + list(self._buffers) + list(self._modules)

    # ---- registering

    def register_buffer(self, name, tensor, persistent=True):
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        if "." in name:
            raise KeyError('buffer name can\'t contain "."')
        if name == "":
            raise KeyError('buffer name can\'t be empty string ""')
        if _is_taken(self, name) and name not in self._buffers:
            raise KeyError(f"attribute '{name}' already exists")
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name, param):
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        if "." in name:
            raise KeyError('parameter name can\'t contain "."')
        if _is_taken(self, name) and name not in self._parameters:
            raise KeyError(f"attribute '{name}' already exists")
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(f"cannot assign '{type(param).__name__}' object to parameter '{name}' "
                            "(torch.nn.Parameter or None required)")
        self._parameters[name] = param

    def add_module(self, name, module):
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        if _is_taken(self, name) and name not in self._modules:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'module name can\'t contain ".", got: {name}')
        if name == "":
            raise KeyError('module name can\'t be empty string ""')
        self._modules[name] = module

    def register_module(self, name, module):
        self.add_module(name, module)

    def register_forward_hook(self, hook, **options):
        key = object()
        self._forward_hooks[key] = hook
        return _Handle(self._forward_hooks, key)

    def register_forward_pre_hook(self, hook, **options):
        key = object()
        self._forward_pre_hooks[key] = hook
        return _Handle(self._forward_pre_hooks, key)

    def register_full_backward_hook(self, hook, **options):
        key = object()
        self._backward_hooks[key] = hook
        return _Handle(self._backward_hooks, key)

    register_backward_hook = register_full_backward_hook

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        key = object()
        self._load_state_dict_pre_hooks[key] = hook
        return _Handle(self._load_state_dict_pre_hooks, key)

    def _register_state_dict_hook(self, hook):
        key = object()
        self._state_dict_hooks[key] = hook
        return _Handle(self._state_dict_hooks, key)

    # ---- walking

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield prefix, self
            for name, module in self._modules.items():
                if module is None:
                    continue
                for found in module.named_modules(memo, prefix + ("." if prefix else "") + name, remove_duplicate):
                    yield found

    def modules(self):
        for _, module in self.named_modules():
            yield module

    def named_children(self):
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self):
        for _, module in self.named_children():
            yield module

    def _named_members(self, members, prefix="", recurse=True, remove_duplicate=True):
        seen = set()
        for path, module in (self.named_modules(prefix=prefix) if recurse else [(prefix, self)]):
            for name, value in members(module).items():
                if value is None or value in seen:
                    continue
                if remove_duplicate:
                    seen.add(value)
                yield path + ("." if path else "") + name, value

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named_members(lambda module: module._parameters, prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        for parameter in self._each_parameter(recurse):
            yield parameter

    def _each_parameter(self, recurse):
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named_members(lambda module: module._buffers, prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def get_submodule(self, target):
        module = self
        for name in target.split(".") if target else []:
            module = getattr(module, name)
        return module

    def get_parameter(self, target):
        path, _, name = target.rpartition(".")
        return getattr(self.get_submodule(path), name)

    # ---- modes and state

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode=True):
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=None):
        _vramlint.zero_grad(list(self.parameters()), set_to_none)

    def _cast(self, dtype):
        for module in self.modules():
            for store in (module._parameters, module._buffers):
                for name, value in store.items():
                    if value is not None and value.is_floating_point():
                        value.data = value.data.to(dtype)
        return self

    def _move(self, device):
        # Where it lies matters to a whole program only: a step has one GPU.
        import vramlint_follow
        if vramlint_follow.follows:
            from torch.cuda import _places
            _places.move(self, device)
        return self

    def to(self, *args, **kwargs):
        import vramlint_follow
        from torch import device as device_class, dtype as dtype_class
        if vramlint_follow.follows:
            from torch.cuda import _places
            _places.move_as_asked(self, args, kwargs)
        for value in list(args) + list(kwargs.values()):
            if isinstance(value, dtype_class):
                return self._cast(value)
            if isinstance(value, Tensor):
                return self._cast(value.dtype)
            if isinstance(value, device_class) and value.type == "cuda":
                self._bring(value)
        return self

    def _bring(self, device):
        # A layer that forward makes: what it holds comes to the GPU here, and not one by one where it is used.
        for module in self.modules():
            for store in (module._parameters, module._buffers):
                for value in store.values():
                    if value is not None:
                        value.data = value.data.to(device)

    def cuda(self, device=None):
        return self._move(device)

    def cpu(self):
        return self._move("cpu")

    def xpu(self, device=None):
        return self

    def to_empty(self, device=None, recurse=True):
        return self

    def type(self, dst_type):
        return self._cast(dst_type)

    def float(self):
        return self._cast(_vramlint.dtype_float32)

    def double(self):
        return self._cast(_vramlint.dtype_float64)

    def half(self):
        return self._cast(_vramlint.dtype_float16)

    def bfloat16(self):
        return self._cast(_vramlint.dtype_bfloat16)

    def share_memory(self):
        return self

    def compile(self, *args, **kwargs):
        return None

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        if destination is None:
            destination = OrderedDict()
        for path, module in self.named_modules(prefix=prefix[:-1] if prefix else ""):
            for name, value in module._parameters.items():
                if value is not None:
                    destination[path + ("." if path else "") + name] = value if keep_vars else value.detach()
            for name, value in module._buffers.items():
                if value is not None and name not in module._non_persistent_buffers_set:
                    destination[path + ("." if path else "") + name] = value if keep_vars else value.detach()
        return destination

    def load_state_dict(self, state_dict, strict=True, assign=False):
        if not _vramlint.is_known(state_dict) or not isinstance(state_dict, dict) or not state_dict:
            return _Incompatible(([], []))
        own = self.state_dict()
        missing = [name for name in own if name not in state_dict]
        unexpected = [name for name in state_dict if name not in own]
        errors = []
        if strict and unexpected:
            errors.append("Unexpected key(s) in state_dict: " + ", ".join(f'"{name}"' for name in unexpected) + ".")
        if strict and missing:
            errors.append("Missing key(s) in state_dict: " + ", ".join(f'"{name}"' for name in missing) + ".")
        for name, value in state_dict.items():
            known = _vramlint.is_known(value) and name in own and hasattr(value, "shape")
            if known and value.shape != own[name].shape:
                errors.append(
                    f"size mismatch for {name}: copying a param with shape {value.shape} from checkpoint, the shape in "
                    f"current model is {own[name].shape}."
                )
        if errors:
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}: " + " ".join(errors))
        return _Incompatible((missing, unexpected))

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        return None

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        return ""

    def __repr__(self):
        inner = ", ".join(f"({name}): {module!r}" for name, module in self._modules.items())
        return f"{self._get_name()}({inner or self.extra_repr()})"
