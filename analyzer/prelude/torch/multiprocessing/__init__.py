def set_start_method(method, force=False):
    return None


def set_sharing_strategy(strategy):
    return None
