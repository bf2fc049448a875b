import _vramlint

from generative.inferers.inferer import DiffusionInferer, LatentDiffusionInferer


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'generative.inferers' has no attribute '{name}'")
    return _vramlint.unknown(f"generative.inferers.{name} is not modelled")
