# A module called with other tensors in place of its own (torch/nn/utils/stateless.py, 1.13).


def _home(module, name):
    path, _, last = name.rpartition(".")
    owner = module.get_submodule(path)
    for store in (owner._parameters, owner._buffers):
        if last in store:
            return store, last
    raise KeyError(name)


def functional_call(module, parameters_and_buffers, args, kwargs=None, *, tie_weights=True, strict=False):
    kept = []
    try:
        for name, value in parameters_and_buffers.items():
            store, last = _home(module, name)
            kept.append((store, last, store[last]))
            store[last] = value
        return module(*(args if isinstance(args, tuple) else (args,)), **(kwargs or {}))
    finally:
        for store, last, value in reversed(kept):
            store[last] = value
