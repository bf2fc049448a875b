class LRScheduler:
    def __init__(self, optimizer, *args, **kwargs):
        self.optimizer = optimizer

    def step(self, *args, **kwargs):
        return None

    def get_last_lr(self):
        return [group["lr"] for group in self.optimizer.param_groups]

    def state_dict(self):
        return {}

    def load_state_dict(self, state):
        return None


_LRScheduler = LRScheduler


class StepLR(LRScheduler):
    pass


class MultiStepLR(LRScheduler):
    pass


class ExponentialLR(LRScheduler):
    pass


class CosineAnnealingLR(LRScheduler):
    pass


class CosineAnnealingWarmRestarts(LRScheduler):
    pass


class ReduceLROnPlateau(LRScheduler):
    pass


class LambdaLR(LRScheduler):
    pass


class OneCycleLR(LRScheduler):
    pass


class LinearLR(LRScheduler):
    pass


class PolynomialLR(LRScheduler):
    pass


class SequentialLR(LRScheduler):
    pass
