# What takes a hook out of the dict that it was put into.
_numbers = [0]


class RemovableHandle:
    def __init__(self, hooks_dict, *, extra_dict=None):
        self.id = _numbers[0]
        _numbers[0] += 1
        self.hooks = hooks_dict
        self.extra = [] if extra_dict is None else list(extra_dict) if isinstance(extra_dict, list) else [extra_dict]

    def remove(self):
        for hooks in [self.hooks] + self.extra:
            hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.remove()


def put(hooks, hook, prepend=False, extra=()):
    handle = RemovableHandle(hooks, extra_dict=list(extra))
    hooks[handle.id] = hook
    for more in extra:
        more[handle.id] = True
    if prepend:
        others = [key for key in hooks if key != handle.id]
        for key in others:
            hooks[key] = hooks.pop(key)
    return handle
