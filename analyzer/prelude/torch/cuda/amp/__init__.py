from torch import autocast as _autocast


class autocast(_autocast):
    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__("cuda", dtype, enabled, cache_enabled)


class GradScaler:
    def __init__(self, *args, enabled=True, **options):
        self.enabled = enabled

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        return None

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        return None

    def get_scale(self):
        return 65536.0

    def state_dict(self):
        return {}

    def load_state_dict(self, state):
        return None


def custom_fwd(function=None, **options):
    if function is None:
        return lambda f: f
    return function


def custom_bwd(function=None, **options):
    if function is None:
        return lambda f: f
    return function
