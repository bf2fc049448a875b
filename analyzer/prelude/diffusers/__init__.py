"""diffusers 0.3x: the autoencoder between pictures and latents. All else is read from the library's own source."""
import sys

import _vramlint
from vramlint_openmmlab.homes import spread

__gives_way__ = True
__version__ = "0.30.0"

_known, _find = spread(__name__, {
    "diffusers.models.autoencoders.autoencoder_kl": "AutoencoderKL",
})


def __getattr__(name):
    if name in _known:
        return _find(name)
    if name.startswith("_"):
        raise AttributeError(f"module 'diffusers' has no attribute '{name}'")
    if name == "models":
        __import__("diffusers.models")
        return sys.modules["diffusers.models"]
    return _vramlint.unknown(f"the source of diffusers is not at hand, and `{name}` is not described: `--site-packages "
                             "DIR` leads to the package where it is installed")
