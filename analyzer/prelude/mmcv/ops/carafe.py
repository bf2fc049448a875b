import _vramlint
from torch import nn
from torch.nn import functional as F


def carafe(features, masks, kernel_size, group_size, scale_factor):
    assert scale_factor >= 1
    assert masks.size(1) == kernel_size * kernel_size * group_size
    assert masks.size(-1) == features.size(-1) * scale_factor
    assert masks.size(-2) == features.size(-2) * scale_factor
    assert features.size(1) % group_size == 0
    assert (kernel_size - 1) % 2 == 0 and kernel_size >= 1
    return _vramlint.op("mmcv.ops.carafe", features, masks, kernel_size, group_size, scale_factor)


def carafe_naive(features, masks, kernel_size, group_size, scale_factor):
    _vramlint.unsupported("mmcv.ops.carafe_naive is not described")


class CARAFE(nn.Module):
    _function = staticmethod(carafe)

    def __init__(self, kernel_size, group_size, scale_factor):
        super().__init__()
        assert isinstance(kernel_size, int) and isinstance(group_size, int) and isinstance(scale_factor, int)
        self.kernel_size = kernel_size
        self.group_size = group_size
        self.scale_factor = scale_factor

    def forward(self, features, masks):
        return self._function(features, masks, self.kernel_size, self.group_size, self.scale_factor)


class CARAFENaive(CARAFE):
    _function = staticmethod(carafe_naive)


class CARAFEPack(nn.Module):
    def __init__(self, channels, scale_factor, up_kernel=5, up_group=1, encoder_kernel=3, encoder_dilation=1,
                 compressed_channels=64):
        super().__init__()
        self.channels = channels
        self.scale_factor = scale_factor
        self.up_kernel = up_kernel
        self.up_group = up_group
        self.encoder_kernel = encoder_kernel
        self.encoder_dilation = encoder_dilation
        self.compressed_channels = compressed_channels
        self.channel_compressor = nn.Conv2d(channels, compressed_channels, 1)
        self.content_encoder = nn.Conv2d(compressed_channels, up_kernel * up_kernel * up_group * scale_factor * scale_factor,
                                         encoder_kernel, padding=int((encoder_kernel - 1) * encoder_dilation / 2),
                                         dilation=encoder_dilation, groups=1)

    def init_weights(self):
        return None

    def kernel_normalizer(self, mask):
        mask = F.pixel_shuffle(mask, self.scale_factor)
        n, channels, h, w = mask.size()
        mask = mask.view(n, int(channels / float(self.up_kernel ** 2)), -1, h, w)
        mask = F.softmax(mask, dim=2, dtype=mask.dtype)
        return mask.view(n, channels, h, w).contiguous()

    def feature_reassemble(self, x, mask):
        return carafe(x, mask, self.up_kernel, self.up_group, self.scale_factor)

    def forward(self, x):
        compressed = self.channel_compressor(x)
        mask = self.content_encoder(compressed)
        mask = self.kernel_normalizer(mask)
        return self.feature_reassemble(x, mask)
