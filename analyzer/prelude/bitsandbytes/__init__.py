"""bitsandbytes 0.4x: its optimizers. Layers of few bits are read from the library's own source."""
from vramlint_openmmlab.homes import partly

__gives_way__ = True
__version__ = "0.45.0"

__getattr__ = partly(__name__, {}, ("nn", "optim"))
