from collections.abc import Sequence

import torch
from monai.networks.blocks import Convolution
from monai.networks.layers import Act
from monai.utils import ensure_tuple_rep
from torch import nn
from torch.utils.checkpoint import checkpoint

from generative.networks.layers.vector_quantizer import EMAQuantizer, VectorQuantizer


class VQVAEResidualUnit(nn.Module):
    def __init__(self, spatial_dims, num_channels, num_res_channels, act=Act.RELU, dropout=0.0, bias=True):
        super().__init__()
        self.conv1 = Convolution(
            spatial_dims, num_channels, num_res_channels, adn_ordering="DA", act=act, dropout=dropout, bias=bias
        )
        self.conv2 = Convolution(spatial_dims, num_res_channels, num_channels, bias=bias, conv_only=True)

    def forward(self, x):
        return torch.nn.functional.relu(x + self.conv2(self.conv1(x)), True)


class _Blocks(nn.Module):
    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


class Encoder(_Blocks):
    """`downsample_parameters`: stride, kernel, dilation, padding of every level."""

    def __init__(self, dims, in_channels, out_channels, widths, layers, res_widths, parameters, dropout, act):
        super().__init__()
        blocks, before = [], in_channels
        for level, (stride, kernel, dilation, padding) in enumerate(parameters):
            blocks.append(
                Convolution(
                    dims,
                    before,
                    widths[level],
                    strides=stride,
                    kernel_size=kernel,
                    adn_ordering="DA",
                    act=act,
                    dropout=None if level == 0 else dropout,
                    dropout_dim=1,
                    dilation=dilation,
                    padding=padding,
                )
            )
            before = widths[level]
            blocks += [VQVAEResidualUnit(dims, before, res_widths[level], act, dropout) for _ in range(layers)]
        blocks.append(Convolution(dims, before, out_channels, kernel_size=3, padding=1, conv_only=True))
        self.blocks = nn.ModuleList(blocks)


class Decoder(_Blocks):
    """`upsample_parameters`: stride, kernel, dilation, padding, output padding of every level."""

    def __init__(
        self, dims, in_channels, out_channels, widths, layers, res_widths, parameters, dropout, act, output_act
    ):
        super().__init__()
        widths, res_widths = list(reversed(widths)), list(reversed(res_widths))
        blocks = [Convolution(dims, in_channels, widths[0], kernel_size=3, padding=1, conv_only=True)]
        for level, (stride, kernel, dilation, padding, added) in enumerate(parameters):
            last = level == len(widths) - 1
            blocks += [VQVAEResidualUnit(dims, widths[level], res_widths[level], act, dropout) for _ in range(layers)]
            blocks.append(
                Convolution(
                    dims,
                    widths[level],
                    out_channels if last else widths[level + 1],
                    strides=stride,
                    kernel_size=kernel,
                    adn_ordering="DA",
                    act=act,
                    dropout=None if last else dropout,
                    norm=None,
                    dilation=dilation,
                    conv_only=last,
                    is_transposed=True,
                    padding=padding,
                    output_padding=added,
                )
            )
        if output_act:
            blocks.append(Act[output_act]())
        self.blocks = nn.ModuleList(blocks)


def _per_level(name, parameters, length, levels):
    if not all(isinstance(values, (int, Sequence)) for values in parameters):
        raise ValueError(f"`{name}` should be a single tuple of integer or a tuple of tuples.")
    if all(isinstance(values, int) for values in parameters):
        parameters = (parameters,) * levels
    if any(len(values) != length for values in parameters):
        raise ValueError(f"`{name}` should be a tuple of tuples with {length} integers.")
    if len(parameters) != levels:
        raise ValueError(f"`{name}` should be a tuple of tuples with the same length as `num_channels`.")
    return parameters


class VQVAE(nn.Module):
    def __init__(
        self,
        spatial_dims,
        in_channels,
        out_channels,
        num_channels=(96, 96, 192),
        num_res_layers=3,
        num_res_channels=(96, 96, 192),
        downsample_parameters=((2, 4, 1, 1), (2, 4, 1, 1), (2, 4, 1, 1)),
        upsample_parameters=((2, 4, 1, 1, 0), (2, 4, 1, 1, 0), (2, 4, 1, 1, 0)),
        num_embeddings=32,
        embedding_dim=64,
        embedding_init="normal",
        commitment_cost=0.25,
        decay=0.5,
        epsilon=1e-5,
        dropout=0.0,
        act=Act.RELU,
        output_act=None,
        ddp_sync=True,
        use_checkpointing=False,
    ):
        super().__init__()
        levels = len(num_channels)
        if isinstance(num_res_channels, int):
            num_res_channels = ensure_tuple_rep(num_res_channels, levels)
        if len(num_res_channels) != levels:
            raise ValueError("`num_res_channels` must be a number, or as many as there are `num_channels`")
        upsample_parameters = _per_level("upsample_parameters", upsample_parameters, 5, levels)
        downsample_parameters = _per_level("downsample_parameters", downsample_parameters, 4, levels)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.spatial_dims = spatial_dims
        self.num_channels = num_channels
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.use_checkpointing = use_checkpointing
        self.num_res_layers = num_res_layers
        self.num_res_channels = num_res_channels
        widths = (num_channels, num_res_layers, num_res_channels)
        self.encoder = Encoder(
            spatial_dims, in_channels, embedding_dim, *widths, downsample_parameters, dropout, act
        )
        self.decoder = Decoder(
            spatial_dims, embedding_dim, out_channels, *widths, upsample_parameters, dropout, act, output_act
        )
        self.quantizer = VectorQuantizer(
            EMAQuantizer(
                spatial_dims,
                num_embeddings,
                embedding_dim,
                commitment_cost=commitment_cost,
                decay=decay,
                epsilon=epsilon,
                embedding_init=embedding_init,
                ddp_sync=ddp_sync,
            )
        )

    def _through(self, part, x):
        return checkpoint(part, x, use_reentrant=False) if self.use_checkpointing else part(x)

    def encode(self, images):
        return self._through(self.encoder, images)

    def quantize(self, encodings):
        loss, quantized = self.quantizer(encodings)
        return quantized, loss

    def decode(self, quantizations):
        return self._through(self.decoder, quantizations)

    def index_quantize(self, images):
        return self.quantizer.quantize(self.encode(images=images))

    def decode_samples(self, embedding_indices):
        return self.decode(self.quantizer.embed(embedding_indices))

    def forward(self, images):
        quantizations, losses = self.quantize(self.encode(images))
        return self.decode(quantizations), losses

    def encode_stage_2_inputs(self, x, quantized=True):
        z = self.encode(x)
        e, _ = self.quantize(z)
        return e if quantized else z

    def decode_stage_2_outputs(self, z):
        return self.decode(self.quantize(z)[0])
