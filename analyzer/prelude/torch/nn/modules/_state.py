# What a module writes into a state_dict and takes from one (torch/nn/modules/module.py, 1.13 to 2.4).
from collections import OrderedDict

import _vramlint
from torch._tensor import Tensor
from torch.nn.parameter import Parameter
from torch.utils import hooks

_EXTRA = "_extra_state"


class _IncompatibleKeys(tuple):
    @property
    def missing_keys(self):
        return self[0]

    @property
    def unexpected_keys(self):
        return self[1]


def _unseen_keys(strict):
    # Of a checkpoint that is not known. Where keys have to fit, the program goes on only if they do.
    if strict:
        return _IncompatibleKeys(([], []))
    return _IncompatibleKeys(tuple([_vramlint.unknown(f"which keys a checkpoint {what} is not known")
                                    for what in ("lacks", "has beside those of the module")]))


def _store(module, name):
    own = module.__dict__
    if name not in own:
        own[name] = {}
    return own[name]


def _has_own(module, method):
    from torch.nn.modules.module import Module
    return getattr(type(module), method) is not getattr(Module, method)


class Stateful:
    _version = 1
    _state_dict_pre_hooks = _load_state_dict_post_hooks = {}

    def get_extra_state(self):
        raise RuntimeError("get_extra_state() was called, which a module with extra state has to define")

    def set_extra_state(self, state):
        raise RuntimeError("set_extra_state() was called, which a module with extra state has to define")

    # ---- hooks

    def _register_state_dict_hook(self, hook):
        return hooks.put(self._state_dict_hooks, hook)

    register_state_dict_post_hook = _register_state_dict_hook

    def register_state_dict_pre_hook(self, hook):
        return hooks.put(_store(self, "_state_dict_pre_hooks"), hook)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        return hooks.put(self._load_state_dict_pre_hooks, (lambda *given: hook(self, *given)) if with_module else hook)

    def register_load_state_dict_pre_hook(self, hook):
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def register_load_state_dict_post_hook(self, hook):
        return hooks.put(_store(self, "_load_state_dict_post_hooks"), hook)

    # ---- saving

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        if args:
            given = list(args) + [destination, prefix, keep_vars][len(args):]
            destination, prefix, keep_vars = given
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = metadata
        for hook in list(self._state_dict_pre_hooks.values()):
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=prefix + name + ".", keep_vars=keep_vars)
        for hook in list(self._state_dict_hooks.values()):
            changed = hook(self, destination, prefix, metadata)
            if changed is not None:
                destination = changed
        return destination

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, value in self._parameters.items():
            if value is not None:
                destination[prefix + name] = value if keep_vars else value.detach()
        for name, value in self._buffers.items():
            if value is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = value if keep_vars else value.detach()
        if _has_own(self, "get_extra_state"):
            destination[prefix + _EXTRA] = self.get_extra_state()

    def __setstate__(self, state):
        self.__dict__.update(state)

    # ---- loading

    def load_state_dict(self, state_dict, strict=True, assign=False):
        # A dict that a loop over an unknown checkpoint has filled is empty here, or of a length that is not known.
        if not _vramlint.is_known(state_dict) or isinstance(state_dict, dict) and (
                not _vramlint.is_known(len(state_dict)) or not state_dict):
            return _unseen_keys(strict)
        if not isinstance(state_dict, dict) and not hasattr(state_dict, "items"):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        missing, unexpected, errors = [], [], []
        metadata = getattr(state_dict, "_metadata", None) or {}
        state_dict = OrderedDict(state_dict)
        _load(self, state_dict, "", metadata, strict, assign, (missing, unexpected, errors))
        if strict and missing:
            errors.insert(0, "Missing key(s) in state_dict: " + ", ".join(f'"{name}"' for name in missing) + ".")
        if strict and unexpected:
            errors.insert(0, "Unexpected key(s) in state_dict: " + ", ".join(f'"{name}"' for name in unexpected) + ".")
        if errors:
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}: " + " ".join(errors))
        return _IncompatibleKeys((missing, unexpected))

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        for hook in list(self._load_state_dict_pre_hooks.values()):
            hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        own = dict(self._parameters)
        own.update((k, v) for k, v in self._buffers.items() if k not in self._non_persistent_buffers_set)
        assigns = local_metadata.get("assign_to_params_buffers", False)
        for name, value in own.items():
            if value is None:
                continue
            if prefix + name in state_dict:
                _take(self, name, value, state_dict[prefix + name], prefix + name, assigns, error_msgs)
            elif strict:
                missing_keys.append(prefix + name)
        _take_extra(self, state_dict, prefix, strict, missing_keys, unexpected_keys)
        if strict:
            for key in state_dict:
                rest = key[len(prefix):]
                if key.startswith(prefix) and key != prefix + _EXTRA:
                    if rest.split(".", 1)[0] not in self._modules and rest not in own:
                        unexpected_keys.append(key)


def _load(module, state_dict, prefix, metadata, strict, assign, reports):
    missing, unexpected, errors = reports
    local = dict(metadata.get(prefix[:-1], {}))
    if assign:
        local["assign_to_params_buffers"] = True
    module._load_from_state_dict(state_dict, prefix, local, True, missing, unexpected, errors)
    for name, child in module._modules.items():
        if child is not None:
            path = prefix + name + "."
            inner = {key: value for key, value in state_dict.items() if key.startswith(path)}
            _load(child, inner, path, metadata, strict, assign, reports)
    result = _IncompatibleKeys((missing, unexpected))
    for hook in list(module._load_state_dict_post_hooks.values()):
        if hook(module, result) is not None:
            raise AssertionError("a hook after load_state_dict changes the keys in place and returns nothing")


def _take_extra(module, state_dict, prefix, strict, missing, unexpected):
    if _has_own(module, "set_extra_state"):
        if prefix + _EXTRA in state_dict:
            module.set_extra_state(state_dict[prefix + _EXTRA])
        elif strict:
            missing.append(prefix + _EXTRA)
    elif strict and prefix + _EXTRA in state_dict:
        unexpected.append(prefix + _EXTRA)


def _take(module, name, own, value, key, assign, errors):
    if not _vramlint.is_known(value):
        return
    if not isinstance(value, Tensor):
        errors.append(f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from '
                      f"checkpoint but received {type(value)}")
        return
    one = len(own.shape) == 0 and tuple(value.shape) == (1,)  # written before 0.4
    if not one and _vramlint.is_known(value.shape) and value.shape != own.shape:
        errors.append(f"size mismatch for {key}: copying a param with shape {value.shape} from checkpoint, the shape "
                      f"in current model is {own.shape}.")
    elif assign:
        if isinstance(own, Parameter) and not isinstance(value, Parameter):
            value = Parameter(value, requires_grad=own.requires_grad)
        setattr(module, name, value)
