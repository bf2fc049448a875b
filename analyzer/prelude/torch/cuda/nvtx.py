# Marks for a profiler.
def range_push(message):
    return 0


def range_pop():
    return 0


def mark(message):
    return None


class range:
    def __init__(self, message, *args, **kwargs):
        self.message = message

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None
