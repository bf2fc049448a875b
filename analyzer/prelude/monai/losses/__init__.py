"""MONAI 1.3: losses of segmentation, by the tensors that each of them makes (monai/losses/dice.py, focal_loss.py,
tversky.py)."""
import _vramlint

from monai.losses.dice import DiceCELoss, DiceFocalLoss, DiceLoss, GeneralizedDiceFocalLoss, GeneralizedDiceLoss
from monai.losses.focal_loss import FocalLoss
from monai.losses.tversky import TverskyLoss

dice = Dice = DiceLoss
dice_ce = DiceCELoss
dice_focal = DiceFocalLoss
generalized_dice = GeneralizedDiceLoss


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'monai.losses' has no attribute '{name}'")
    return _vramlint.unknown(f"monai.losses.{name} is not modelled")
