"""diffusers 0.3x: the autoencoder between pictures and latents. All else is read from the library's own source."""
from vramlint_openmmlab.homes import partly

__gives_way__ = True
__version__ = "0.30.0"

__getattr__ = partly(__name__, {"diffusers.models.autoencoders.autoencoder_kl": "AutoencoderKL"}, ("models",))
