def multi_apply(func, *args, **kwargs):
    """Calls with the n-th of every sequence; a list of each result."""
    results = [func(*each, **kwargs) for each in zip(*args)]
    return tuple([list(column) for column in zip(*results)])
