from .autoencoders.autoencoder_kl import AutoencoderKL


def __getattr__(name):
    import _vramlint
    if name.startswith("_"):
        raise AttributeError(name)
    return _vramlint.unknown(f"`diffusers.models.{name}` is not described: `--site-packages DIR` leads to the package where it "
                             "is installed")
