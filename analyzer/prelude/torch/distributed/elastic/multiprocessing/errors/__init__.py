class ChildFailedError(Exception):
    pass


def record(fn, error_handler=None):
    """What a worker raises is written down for its launcher, and raised again."""
    return fn
