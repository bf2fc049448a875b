"""What all builders share. Weights are not read: they change no size."""


class Weights:
    """An enumeration of trained weights: only which one was asked for is kept."""

    def __init__(self, name):
        self.name = name

    def __getattr__(self, name):
        if name.startswith("_") or name == "transforms":
            raise AttributeError(name)
        return Weights(f"{self.name}.{name}")


def build(make):
    def builder(*args, weights=None, pretrained=None, progress=True, **options):
        return make(**options)

    return builder


def get_model(name, **options):
    from torchvision import models

    return getattr(models, name)(**options)


def list_models(module=None):
    from torchvision import models

    return sorted(name for names in models._HOMES.values() for name in names.split() if name == name.lower())


def make_divisible(value, divisor=8, least=None):
    """The nearest multiple, but not below 90 % of the value."""
    rounded = max(least or divisor, int(value + divisor / 2) // divisor * divisor)
    return rounded + divisor if rounded < 0.9 * value else rounded
