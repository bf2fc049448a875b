from monai.networks.blocks import Convolution
from monai.networks.layers import Act, get_pool_layer
from torch import nn

_LEAKY = (Act.LEAKYRELU, {"negative_slope": 0.2})


class PatchDiscriminator(nn.Sequential):
    """Returns what every layer makes; the last is the map of judgements."""

    def __init__(
        self,
        spatial_dims,
        num_channels,
        in_channels,
        out_channels=1,
        num_layers_d=3,
        kernel_size=4,
        activation=_LEAKY,
        norm="BATCH",
        bias=False,
        padding=1,
        dropout=0.0,
        last_conv_kernel_size=None,
    ):
        super().__init__()
        self.num_layers_d = num_layers_d
        self.num_channels = num_channels
        shared = {"act": activation, "dropout": dropout, "padding": padding, "kernel_size": kernel_size}
        first = Convolution(spatial_dims, in_channels, num_channels, bias=True, norm=None, strides=2, **shared)
        self.add_module("initial_conv", first)
        width = num_channels
        for layer in range(num_layers_d):
            stride = 1 if layer == num_layers_d - 1 else 2
            block = Convolution(spatial_dims, width, 2 * width, bias=bias, norm=norm, strides=stride, **shared)
            self.add_module(f"{layer}", block)
            width *= 2
        last = kernel_size if last_conv_kernel_size is None else last_conv_kernel_size
        self.add_module(
            "final_conv",
            Convolution(
                spatial_dims,
                width,
                out_channels,
                kernel_size=last,
                bias=True,
                conv_only=True,
                padding=int((last - 1) / 2),
                dropout=0.0,
                strides=1,
            ),
        )

    def forward(self, x):
        outputs = []
        for layer in self.children():
            x = layer(x)
            outputs.append(x)
        return outputs


class MultiScalePatchDiscriminator(nn.Sequential):
    """Several discriminators, deeper ones or on pooled images; returns their judgements and their features."""

    def __init__(
        self,
        num_d,
        num_layers_d,
        spatial_dims,
        num_channels,
        in_channels,
        pooling_method=None,
        out_channels=1,
        kernel_size=4,
        activation=_LEAKY,
        norm="BATCH",
        bias=False,
        dropout=0.0,
        minimum_size_im=256,
        last_conv_kernel_size=1,
    ):
        super().__init__()
        if isinstance(num_layers_d, int):
            deeper = pooling_method is None
            num_layers_d = [num_layers_d * (number if deeper else 1) for number in range(1, num_d + 1)]
        if len(num_layers_d) != num_d:
            raise AssertionError(f"num_d {num_d} must match the number of num_layers_d {num_layers_d}")
        self.num_d = num_d
        self.num_layers_d = num_layers_d
        self.num_channels = num_channels
        self.padding = tuple([int((kernel_size - 1) / 2)] * spatial_dims)
        pool = None
        if pooling_method is not None:
            options = {"kernel_size": kernel_size, "stride": 2, "padding": self.padding}
            pool = get_pool_layer((pooling_method, options), spatial_dims=spatial_dims)
        for number, layers in enumerate(num_layers_d):
            if float(minimum_size_im) / 2**layers < 1:
                raise AssertionError(f"the image is too small for discriminator {number} with {layers} layers")
            judge = PatchDiscriminator(
                spatial_dims,
                num_channels,
                in_channels,
                out_channels,
                layers,
                kernel_size,
                activation,
                norm,
                bias,
                self.padding,
                dropout,
                last_conv_kernel_size,
            )
            pooled = pool is not None and number > 0
            self.add_module(f"discriminator_{number}", nn.Sequential(*[pool] * number, judge) if pooled else judge)

    def forward(self, i):
        made = [judge(i) for judge in self.children()]
        return [outputs[-1] for outputs in made], [outputs[:-1] for outputs in made]
