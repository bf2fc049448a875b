class DataContainer:
    def __init__(self, data, stack=False, padding_value=0, cpu_only=False, pad_dims=2):
        assert pad_dims in [None, 1, 2, 3]
        self._data = data
        self._stack = stack
        self._padding_value = padding_value
        self._cpu_only = cpu_only
        self._pad_dims = pad_dims

    data = property(lambda self: self._data)
    stack = property(lambda self: self._stack)
    padding_value = property(lambda self: self._padding_value)
    cpu_only = property(lambda self: self._cpu_only)
    pad_dims = property(lambda self: self._pad_dims)

    @property
    def datatype(self):
        return self._data.type() if hasattr(self._data, "type") else type(self._data)

    def __len__(self):
        return len(self._data)

    def size(self, *args, **kwargs):
        return self._data.size(*args, **kwargs)

    def dim(self):
        return self._data.dim()

    def __repr__(self):
        return f"{type(self).__name__}({self._data!r})"
