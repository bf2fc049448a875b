import _vramlint

from generative.losses.adversarial_loss import PatchAdversarialLoss
from generative.losses.perceptual import PerceptualLoss


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'generative.losses' has no attribute '{name}'")
    return _vramlint.unknown(f"generative.losses.{name} is not modelled")
