"""fvcore 0.1.5: settings, registries, losses on boxes, and what fills weights."""

__version__ = "0.1.5.post20221221"
