"""The same before timm 0.8."""
from vramlint_amended.timm.models._builder import load_pretrained


def amend(module):
    if hasattr(module, "load_pretrained"):
        module.load_pretrained = load_pretrained
