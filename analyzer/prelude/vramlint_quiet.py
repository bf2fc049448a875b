"""What draws, writes and shows: whatever is asked of it, nothing comes of it for the step."""

import _run

_PIXELS = "how many pixels a drawing has is not known"

class Quiet:
    def __init__(self, *args, **options):
        pass

    def __call__(self, *args, **options):
        return self

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __setattr__(self, name, value):
        pass

    def __getitem__(self, key):
        return self

    def __setitem__(self, key, value):
        pass

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0

    def get_width_height(self, **options):
        return _run.some(1, _PIXELS), _run.some(1, _PIXELS)

    def tostring_rgb(self):
        return _run.sink(_PIXELS)

    tostring_argb = buffer_rgba = print_to_buffer = tostring_rgb

    def _itself(self, *others):
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _itself
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __neg__ = __pos__ = __abs__ = _itself

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None


quiet = Quiet()


def attribute_of(module, name):
    """For a module's own `__getattr__`."""
    if name.startswith("__"):
        raise AttributeError(f"module '{module}' has no attribute '{name}'")
    return Quiet if name[0].isupper() else quiet
