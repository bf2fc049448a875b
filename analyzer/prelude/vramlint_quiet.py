"""What draws, writes and shows: whatever is asked of it, nothing comes of it for the step."""


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
