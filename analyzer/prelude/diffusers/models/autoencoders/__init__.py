from .autoencoder_kl import AutoencoderKL
