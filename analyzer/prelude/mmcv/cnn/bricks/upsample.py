from mmcv.cnn.bricks._building import checked, layer_class
from torch import nn
from torch.nn import functional as F


class PixelShufflePack(nn.Module):
    def __init__(self, in_channels, out_channels, scale_factor, upsample_kernel):
        super().__init__()
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.scale_factor = scale_factor
        self.upsample_kernel = upsample_kernel
        self.upsample_conv = nn.Conv2d(in_channels, out_channels * scale_factor * scale_factor, upsample_kernel,
                                       padding=(upsample_kernel - 1) // 2)

    def init_weights(self):
        return None

    def forward(self, x):
        return F.pixel_shuffle(self.upsample_conv(x), self.scale_factor)


def build_upsample_layer(cfg, *args, **kwargs):
    options = checked(cfg)
    kind = options.pop("type")
    layer = layer_class("UPSAMPLE_LAYERS", kind, "upsample")
    if layer is nn.Upsample and isinstance(kind, str):
        options["mode"] = kind
    return layer(*args, **kwargs, **options)
