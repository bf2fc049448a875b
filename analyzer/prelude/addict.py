# addict's dictionary: its keys are attributes too, and what is missing is an empty one.
class Dict(dict):
    def __init__(self, *args, **kwargs):
        super().__init__()
        for key, value in dict(*args, **kwargs).items():
            self[key] = self._hook(value)

    @classmethod
    def _hook(cls, item):
        if isinstance(item, dict) and not isinstance(item, Dict):
            return cls(item)
        if isinstance(item, (list, tuple)):
            return type(item)([cls._hook(part) for part in item])
        return item

    def __setattr__(self, name, value):
        self[name] = value

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]

    def __missing__(self, name):
        return type(self)()

    def __delattr__(self, name):
        del self[name]

    def to_dict(self):
        def plain(value):
            if isinstance(value, Dict):
                return {key: plain(part) for key, part in value.items()}
            return type(value)([plain(part) for part in value]) if isinstance(value, (list, tuple)) else value
        return plain(self)

    def copy(self):
        return type(self)(self)

    deepcopy = copy

    def __deepcopy__(self, memo):
        return type(self)(self)

    def update(self, *args, **kwargs):
        for key, value in dict(*args, **kwargs).items():
            own = self.get(key)
            if isinstance(own, dict) and isinstance(value, dict):
                own.update(value)
            else:
                self[key] = self._hook(value)
