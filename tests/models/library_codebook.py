"""The vector-quantised autoencoder of MONAI Generative Models, in two and in three dimensions."""
from generative.networks.nets import VQVAE
from torch import nn

CFG = {"width": 12, "codes": 16}
INPUTS = [["float32", [2, 1, 16, 16]], ["float32", [2, 2, 8, 8, 8]]]


class Codebooks(nn.Module):
    def __init__(self, width, codes):
        super().__init__()
        two = ((2, 4, 1, 1), (2, 4, 1, 1)), ((2, 4, 1, 1, 0), (2, 4, 1, 1, 0))
        self.flat = VQVAE(2, 1, 1, num_channels=(width, 2 * width), num_res_layers=2, num_res_channels=(width, width),
                          downsample_parameters=two[0], upsample_parameters=two[1], num_embeddings=codes,
                          embedding_dim=8, output_act="RELU", dropout=None)
        self.solid = VQVAE(3, 2, 2, num_channels=(width,), num_res_layers=1, num_res_channels=width,
                           downsample_parameters=(2, 4, 1, 1), upsample_parameters=(2, 4, 1, 1, 0),
                           num_embeddings=codes, embedding_dim=6, dropout=None)

    def forward(self, image, volume):
        return self.flat(image), self.solid(volume)


def build(cfg):
    return Codebooks(cfg.width, cfg.codes)


def loss(outputs):
    return sum(made.pow(2).mean() + quantization for made, quantization in outputs)
