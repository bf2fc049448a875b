# nn.Module, as torch/nn/modules/module.py documents it.
import _vramlint
from torch._tensor import Tensor
from torch.nn.modules._moves import Movable
from torch.nn.modules._state import Stateful, _IncompatibleKeys, _store
from torch.nn.parameter import Buffer, Parameter
from torch.utils import hooks as _hooks

_own_stores = ("_parameters", "_buffers", "_modules")


def _addindent(text, spaces):
    first, *rest = text.split("\n")
    return "\n".join([first] + [spaces * " " + line for line in rest])


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


def _marks(module, options, homes):
    # Options of hooks exist since torch 2.0.
    for name in options:
        if name not in homes and name != "prepend" or not _vramlint.torch_at_least(2, 0):
            raise TypeError(f"the hook's registration got an unexpected keyword argument '{name}'")
    return [_store(module, home) for name, home in homes.items() if options.get(name)]


class Module(Stateful, Movable):
    dump_patches = call_super_init = False
    _compiled_call_impl = _is_full_backward_hook = None
    training = True
    _forward_hooks_with_kwargs = _forward_pre_hooks_with_kwargs = _forward_hooks_always_called = {}
    _backward_pre_hooks = {}

    def __init__(self, *args, **kwargs):
        _vramlint.begin_module(self)
        if self.call_super_init:
            super().__init__(*args, **kwargs)
        elif args or kwargs:
            raise TypeError(f"{type(self).__name__}.__init__() takes 1 positional argument but more were given")

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

    _call_impl = __call__

    def _call_with_hooks(self, *args, **kwargs):
        for key, hook in list(self._forward_pre_hooks.items()):
            if key in self._forward_pre_hooks_with_kwargs:
                changed = hook(self, args, kwargs)
                if changed is not None:
                    args, kwargs = changed
                continue
            changed = hook(self, args)
            if changed is not None:
                args = changed if isinstance(changed, tuple) else (changed,)
        result = self.forward(*args, **kwargs)
        for key, hook in list(self._forward_hooks.items()):
            named = key in self._forward_hooks_with_kwargs
            changed = hook(self, args, kwargs, result) if named else hook(self, args, result)
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
        if "_modules" not in own:
            self._set_early(name, value)
        elif isinstance(value, Parameter):
            _remove_from((own, own["_buffers"], own["_modules"]), name)
            own["_parameters"][name] = value
        elif isinstance(value, Module):
            if name in own["_parameters"]:
                raise TypeError(f"cannot assign '{type(value).__name__}' as parameter '{name}' "
                                "(torch.nn.Parameter or None expected)")
            _remove_from((own, own["_parameters"], own["_buffers"]), name)
            own["_modules"][name] = value
        elif isinstance(value, Buffer):
            self.register_buffer(name, value)
        else:
            self._set_other(name, value)

    def _set_early(self, name, value):
        for kind, called in ((Parameter, "parameters"), (Module, "module")):
            is_one = isinstance(value, kind) and not hasattr(value, "_why_not")
            if _vramlint.is_known(is_one) and is_one:  # of what is not known the program tells, for it runs
                raise AttributeError(f"cannot assign {called} before Module.__init__() call")
        self._set_other(name, value)

    def _set_other(self, name, value):
        own = self.__dict__
        if "_parameters" in own:
            if name in own["_modules"].get("parametrizations", ()):
                return  # the values of what it is made of change
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
                if value is not None and _vramlint.is_known(value) and not isinstance(value, Tensor):
                    raise TypeError(f"cannot assign '{type(value).__name__}' as buffer '{name}' "
                                    "(torch.Tensor or None expected)")
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
        names = set(dir(type(self))) | set(self.__dict__)
        for store in _own_stores:
            names.update(self.__dict__[store])
        return sorted(name for name in names if not name[0].isdigit())

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
        if _vramlint.is_known(tensor) and tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(f"cannot assign '{type(tensor).__name__}' object to buffer '{name}' "
                            "(torch Tensor or None required)")
        if not _vramlint.is_known(tensor):
            _vramlint.note_part(self, name, tensor)
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
        if name == "":
            raise KeyError('parameter name can\'t be empty string ""')
        if _is_taken(self, name) and name not in self._parameters:
            raise KeyError(f"attribute '{name}' already exists")
        if _vramlint.is_missing(param):
            setattr(self, name, param)
            return
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(f"cannot assign '{type(param).__name__}' object to parameter '{name}' "
                            "(torch.nn.Parameter or None required)")
        self._parameters[name] = param

    def add_module(self, name, module):
        module = _vramlint.standing_in(module)
        if _vramlint.is_missing(module):
            _vramlint.note_part(self, name, module)
            self._modules[name] = module
            return
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
        marks = _marks(self, options, {"with_kwargs": "_forward_hooks_with_kwargs",
                                       "always_call": "_forward_hooks_always_called"})
        return _hooks.put(self._forward_hooks, hook, options.get("prepend", False), marks)

    def register_forward_pre_hook(self, hook, **options):
        marks = _marks(self, options, {"with_kwargs": "_forward_pre_hooks_with_kwargs"})
        return _hooks.put(self._forward_pre_hooks, hook, options.get("prepend", False), marks)

    def register_full_backward_hook(self, hook, **options):
        _marks(self, options, {})
        return _hooks.put(self._backward_hooks, hook)

    register_full_backward_pre_hook = register_full_backward_hook

    def register_backward_hook(self, hook):
        return _hooks.put(self._backward_hooks, hook)

    # ---- walking

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield prefix, self
            for name, module in self._modules.items():
                if _vramlint.is_missing(module) or module is None:
                    continue
                for found in module.named_modules(memo, prefix + ("." if prefix else "") + name, remove_duplicate):
                    yield found

    def modules(self):
        for _, module in self.named_modules():
            yield module

    def named_children(self):
        _vramlint.note_hidden_children(self)
        seen = set()
        for name, module in self._modules.items():
            if not _vramlint.is_missing(module) and module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self):
        for _, module in self.named_children():
            yield module

    def _named_members(self, get_members_fn, prefix="", recurse=True, remove_duplicate=True):
        seen = set()
        once = {} if remove_duplicate else {"remove_duplicate": False}
        for path, module in (self.named_modules(prefix=prefix, **once) if recurse else [(prefix, self)]):
            for name, value in get_members_fn(module):
                if value is None or value in seen:
                    continue
                if remove_duplicate:
                    seen.add(value)
                yield path + ("." if path else "") + name, value

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named_members(lambda module: module._parameters.items(), prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named_members(lambda module: module._buffers.items(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def get_submodule(self, target):
        module = self
        for name in target.split(".") if target else []:
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def set_submodule(self, target, module, strict=False):
        path, _, name = target.rpartition(".")
        if not name:
            raise ValueError("Cannot set the submodule without a target name!")
        parent = self.get_submodule(path)
        if strict and not hasattr(parent, name):
            raise AttributeError(f"{parent._get_name()} has no attribute `{name}`")
        setattr(parent, name, module)

    def get_parameter(self, target):
        path, _, name = target.rpartition(".")
        parameter = getattr(self.get_submodule(path), name)
        if not isinstance(parameter, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return parameter

    def get_buffer(self, target):
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        buffer = getattr(module, name)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return buffer

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

    def compile(self, *args, **options):
        import torch
        torch.compile(self, **options)

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        return ""

    def __repr__(self):
        inner = ", ".join(f"({name}): {module!r}" for name, module in self._modules.items())
        return f"{self._get_name()}({inner or self.extra_repr()})"


# What the releases have added.
for _release, _owner, _names in (
        ((2, 0), Module, "compile register_full_backward_pre_hook"),
        ((2, 0), Stateful, "register_state_dict_pre_hook register_load_state_dict_pre_hook"),
        ((2, 5), Module, "set_submodule"), ((2, 5), Stateful, "register_state_dict_post_hook")):
    if not _vramlint.torch_at_least(*_release):
        for _name in _names.split():
            delattr(_owner, _name)
