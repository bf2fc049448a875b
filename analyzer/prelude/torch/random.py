import _vramlint


def manual_seed(seed):
    return None


def get_rng_state():
    return _vramlint.unknown("the state of the random numbers is not modelled")


def seed():
    return _vramlint.unknown("the seed of the random numbers")


initial_seed = seed


class fork_rng:
    def __init__(self, devices=None, enabled=True, **options):
        self.enabled = enabled

    def __enter__(self):
        return None

    def __exit__(self, *exception):
        return None


def set_rng_state(state):
    return None
