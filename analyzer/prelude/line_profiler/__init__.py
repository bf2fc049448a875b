"""Times lines."""


def profile(fn):
    return fn


class LineProfiler:
    def __init__(self, *functions):
        pass

    def __call__(self, fn):
        return fn

    def add_function(self, fn):
        return None

    enable = disable = enable_by_count = disable_by_count = print_stats = dump_stats = (
        lambda self, *args, **options: None)
