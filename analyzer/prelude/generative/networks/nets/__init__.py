"""The networks, each read when it is asked for."""

import _vramlint

_HOMES = {
    "AutoencoderKL": "autoencoderkl",
    "DiffusionModelUNet": "diffusion_model_unet",
    "MultiScalePatchDiscriminator": "patchgan_discriminator",
    "PatchDiscriminator": "patchgan_discriminator",
    "VQVAE": "vqvae",
}


def __getattr__(name):
    if name not in _HOMES and not name.startswith("_"):
        return _vramlint.unknown(f"generative.networks.nets.{name} is not modelled")
    if name not in _HOMES:
        raise AttributeError(f"module 'generative.networks.nets' has no attribute '{name}'")
    return getattr(__import__("generative.networks.nets." + _HOMES[name], None, None, ["*"]), name)
