import _vramlint


def manual_seed(seed):
    return None


def get_rng_state():
    return _vramlint.unknown("the state of the random numbers is not modelled")


def set_rng_state(state):
    return None
