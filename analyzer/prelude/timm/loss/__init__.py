from timm.loss.binary_cross_entropy import BinaryCrossEntropy
from timm.loss.cross_entropy import LabelSmoothingCrossEntropy, SoftTargetCrossEntropy
from timm.loss.jsd import JsdCrossEntropy


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'timm.loss' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("timm.loss." + name + " is not modelled; timm's own source is read where --python-path leads to it")
