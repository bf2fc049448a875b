"""How a network is applied to an input: as a whole here; windows are not modelled."""

import _vramlint


class Inferer:
    def __init__(self):
        pass


class SimpleInferer(Inferer):
    def __call__(self, inputs, network, *args, **kwargs):
        return network(inputs, *args, **kwargs)


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'monai.inferers' has no attribute '{name}'")
    return _vramlint.unknown(f"monai.inferers.{name} is not modelled")
