"""Networks that make a fine field of a coarse one, by the name that a template gives them."""
from .residual import ResidualUpscaler
from .spectral import SpectralUpscaler

MODELS = {
    "Spectral": SpectralUpscaler,
    "Residual": ResidualUpscaler,
}


def make_model(options):
    options = dict(options)
    name = options.pop("name")
    if name not in MODELS:
        raise NotImplementedError(f"there is no model {name!r}; there are {', '.join(MODELS)}")
    return MODELS[name](**options)
