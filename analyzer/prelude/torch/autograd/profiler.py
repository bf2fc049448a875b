"""What a profiler takes of the host is none of the GPU's."""


class record_function:
    """`with record_function("name"):`, and `@record_function("name")`."""

    def __init__(self, name, args=None):
        self.name = name

    def __call__(self, decorated):
        return decorated

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None


class profile(record_function):
    def __init__(self, *args, **options):
        pass


class emit_nvtx(profile):
    pass


class emit_itt(profile):
    pass
