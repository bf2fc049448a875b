import math

from torch import nn

from monai.networks.blocks.acti_norm import ADN
from monai.networks.layers.convutils import same_padding, stride_minus_kernel_padding
from monai.networks.layers.factories import Conv


class Convolution(nn.Sequential):
    """`conv`, then `adn` unless there is nothing in it. Padding keeps the size where it is not given."""

    def __init__(
        self,
        spatial_dims,
        in_channels,
        out_channels,
        strides=1,
        kernel_size=3,
        adn_ordering="NDA",
        act="PRELU",
        norm="INSTANCE",
        dropout=None,
        dropout_dim=1,
        dilation=1,
        groups=1,
        bias=True,
        conv_only=False,
        is_transposed=False,
        padding=None,
        output_padding=None,
    ):
        super().__init__()
        self.spatial_dims = spatial_dims
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.is_transposed = is_transposed
        options = {
            "kernel_size": kernel_size,
            "stride": strides,
            "padding": same_padding(kernel_size, dilation) if padding is None else padding,
            "dilation": dilation,
            "groups": groups,
            "bias": bias,
        }
        if is_transposed:
            given = output_padding is not None
            options["output_padding"] = output_padding if given else stride_minus_kernel_padding(1, strides)
        layer = Conv[Conv.CONVTRANS if is_transposed else Conv.CONV, spatial_dims]
        self.add_module("conv", layer(in_channels, out_channels, **options))
        if conv_only or (act is None and norm is None and dropout is None):
            return
        adn = ADN(
            ordering=adn_ordering,
            in_channels=out_channels,
            act=act,
            norm=norm,
            norm_dim=spatial_dims,
            dropout=dropout,
            dropout_dim=dropout_dim,
        )
        self.add_module("adn", adn)


class ResidualUnit(nn.Module):
    """`subunits` convolutions, the first with the stride, beside a way around them that fits their output."""

    def __init__(
        self,
        spatial_dims,
        in_channels,
        out_channels,
        strides=1,
        kernel_size=3,
        subunits=2,
        adn_ordering="NDA",
        act="PRELU",
        norm="INSTANCE",
        dropout=None,
        dropout_dim=1,
        dilation=1,
        bias=True,
        last_conv_only=False,
        padding=None,
    ):
        super().__init__()
        self.spatial_dims = spatial_dims
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.conv = nn.Sequential()
        self.residual = nn.Identity()
        padding = padding or same_padding(kernel_size, dilation)
        count = max(1, subunits)
        for number in range(count):
            unit = Convolution(
                spatial_dims,
                in_channels if number == 0 else out_channels,
                out_channels,
                strides=strides if number == 0 else 1,
                kernel_size=kernel_size,
                adn_ordering=adn_ordering,
                act=act,
                norm=norm,
                dropout=dropout,
                dropout_dim=dropout_dim,
                dilation=dilation,
                bias=bias,
                conv_only=last_conv_only and number == count - 1,
                padding=padding,
            )
            self.conv.add_module(f"unit{number}", unit)
        shrinks = math.prod(strides) != 1 if isinstance(strides, (tuple, list)) else strides != 1
        if shrinks or in_channels != out_channels:
            kernel, around = (kernel_size, padding) if shrinks else (1, 0)
            layer = Conv[Conv.CONV, spatial_dims]
            self.residual = layer(in_channels, out_channels, kernel, strides, around, bias=bias)

    def forward(self, x):
        around = self.residual(x)
        return self.conv(x) + around
