enabled = True
benchmark = False
deterministic = False
allow_tf32 = True


class flags:
    def __init__(self, enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True):
        self.asked = enabled, benchmark, deterministic

    def __enter__(self):
        global enabled, benchmark, deterministic
        self.before = enabled, benchmark, deterministic
        enabled, benchmark, deterministic = self.asked

    def __exit__(self, *exception):
        global enabled, benchmark, deterministic
        enabled, benchmark, deterministic = self.before


def is_available():
    return True


def version():
    return 8902
