"""Pictures for people: nothing of them is in the step."""
from vramlint_quiet import attribute_of

__version__ = "3.9.2"
rcParams = {}


def use(backend, **options):
    return None


_PARTS = ("animation", "axes", "backends", "cm", "collections", "colorbar", "colors", "dates", "figure", "font_manager",
          "gridspec", "image", "lines", "patches", "pyplot", "style", "ticker")


def __getattr__(name):
    if name in _PARTS:
        raise AttributeError(name)  # a module of its own, which `from matplotlib import pyplot` brings
    return attribute_of("matplotlib", name)
