"""From the features of a backbone to features of every pixel."""
import torch
from mmcv.cnn import ConvModule
from mmcv.cnn.bricks.wrappers import Conv2d
from mmdet.models.layers.positional_encoding import SinePositionalEncoding
from torch import nn
from torch.nn import functional as F
from vramlint_openmmlab.modules import BaseModule, ModuleList


def _lateral(channels, width, norm_cfg):
    return ConvModule(channels, width, kernel_size=1, bias=norm_cfg is None, norm_cfg=norm_cfg, act_cfg=None)


def _smooth(channels, width, norm_cfg, act_cfg):
    return ConvModule(channels, width, kernel_size=3, stride=1, padding=1, bias=norm_cfg is None, norm_cfg=norm_cfg,
                      act_cfg=act_cfg)


class PixelDecoder(BaseModule):
    def __init__(self, in_channels, feat_channels, out_channels, norm_cfg=dict(type="GN", num_groups=32),
                 act_cfg=dict(type="ReLU"), init_cfg=None):
        super().__init__(init_cfg=init_cfg)
        self.in_channels = in_channels
        self.num_inputs = len(in_channels)
        self.use_bias = norm_cfg is None
        self.lateral_convs = ModuleList([_lateral(width, feat_channels, norm_cfg) for width in in_channels[:-1]])
        self.output_convs = ModuleList([_smooth(feat_channels, feat_channels, norm_cfg, act_cfg) for _ in in_channels[:-1]])
        self.last_feat_conv = _smooth(in_channels[-1], feat_channels, norm_cfg, act_cfg)
        self.mask_feature = Conv2d(feat_channels, out_channels, kernel_size=3, stride=1, padding=1)

    def forward(self, feats, batch_img_metas):
        return self._merged(feats, self.last_feat_conv(feats[-1])), feats[-1]

    def _merged(self, feats, y):
        for i in range(self.num_inputs - 2, -1, -1):
            lateral = self.lateral_convs[i](feats[i])
            y = lateral + F.interpolate(y, size=lateral.shape[-2:], mode="nearest")
            y = self.output_convs[i](y)
        return self.mask_feature(y)


class TransformerEncoderPixelDecoder(PixelDecoder):
    def __init__(self, in_channels, feat_channels, out_channels, norm_cfg=dict(type="GN", num_groups=32),
                 act_cfg=dict(type="ReLU"), encoder=None, positional_encoding=dict(num_feats=128, normalize=True),
                 init_cfg=None):
        super().__init__(in_channels, feat_channels, out_channels, norm_cfg=norm_cfg, act_cfg=act_cfg, init_cfg=init_cfg)
        from mmdet.models.layers.transformer import DetrTransformerEncoder
        self.last_feat_conv = None
        self.encoder = DetrTransformerEncoder(**encoder)
        self.encoder_embed_dims = self.encoder.embed_dims
        assert self.encoder_embed_dims == feat_channels, \
            f"the encoder is {self.encoder_embed_dims} wide, and feat_channels is {feat_channels}"
        self.positional_encoding = SinePositionalEncoding(**positional_encoding)
        self.encoder_in_proj = Conv2d(in_channels[-1], feat_channels, kernel_size=1)
        self.encoder_out_proj = _smooth(feat_channels, feat_channels, norm_cfg, act_cfg)

    def forward(self, feats, batch_img_metas):
        last = feats[-1]
        batch, _, height, width = last.shape
        padding = padding_of(last, batch_img_metas)
        positions = self.positional_encoding(padding).flatten(2).permute(0, 2, 1)
        last = self.encoder_in_proj(last).flatten(2).permute(0, 2, 1)
        memory = self.encoder(query=last, query_pos=positions, key_padding_mask=padding.flatten(1))
        memory = memory.permute(0, 2, 1).view(batch, self.encoder_embed_dims, height, width)
        return self._merged(feats, self.encoder_out_proj(memory)), memory


def padding_of(feature, batch_img_metas):
    """True where a feature map lies outside of its image."""
    batch = feature.shape[0]
    height, width = batch_img_metas[0]["batch_input_shape"]
    padding = feature.new_ones((batch, height, width), dtype=torch.float32)
    for i in range(batch):
        image_height, image_width = batch_img_metas[i]["img_shape"]
        padding[i, :image_height, :image_width] = 0
    resized = F.interpolate(padding.unsqueeze(1), size=feature.shape[-2:], mode="nearest")
    return resized.to(torch.bool).squeeze(1)


def _centres(height, width, stride, device):
    """(x, y) of a feature map's cells in the image."""
    x = ((torch.arange(0, width, device=device) + 0.5) * stride).to(torch.float32)
    y = ((torch.arange(0, height, device=device) + 0.5) * stride).to(torch.float32)
    rows, columns = torch.meshgrid(y, x, indexing="ij")
    return torch.stack([columns.reshape(-1), rows.reshape(-1)], dim=-1)


class MSDeformAttnPixelDecoder(BaseModule):
    def __init__(self, in_channels=[256, 512, 1024, 2048], strides=[4, 8, 16, 32], feat_channels=256, out_channels=256,
                 num_outs=3, norm_cfg=dict(type="GN", num_groups=32), act_cfg=dict(type="ReLU"), encoder=None,
                 positional_encoding=dict(num_feats=128, normalize=True), init_cfg=None):
        super().__init__(init_cfg=init_cfg)
        from mmdet.models.layers.transformer import Mask2FormerTransformerEncoder
        self.strides = strides
        self.num_input_levels = len(in_channels)
        self.num_encoder_levels = encoder.layer_cfg.self_attn_cfg.num_levels
        assert self.num_encoder_levels >= 1, "the encoder needs a level at least"
        encoded = list(reversed(in_channels))[: self.num_encoder_levels]
        self.input_convs = ModuleList([ConvModule(width, feat_channels, kernel_size=1, norm_cfg=norm_cfg, act_cfg=None,
                                                  bias=True) for width in encoded])
        self.encoder = Mask2FormerTransformerEncoder(**encoder)
        self.postional_encoding = SinePositionalEncoding(**positional_encoding)
        self.level_encoding = nn.Embedding(self.num_encoder_levels, feat_channels)
        rest = list(reversed(in_channels))[self.num_encoder_levels:]
        self.use_bias = norm_cfg is None
        self.lateral_convs = ModuleList([_lateral(width, feat_channels, norm_cfg) for width in rest])
        self.output_convs = ModuleList([_smooth(feat_channels, feat_channels, norm_cfg, act_cfg) for _ in rest])
        self.mask_feature = Conv2d(feat_channels, out_channels, kernel_size=1, stride=1, padding=0)
        self.num_outs = num_outs

    def _level(self, number, feats):
        """What the encoder is given of a level: tokens, their positions, padding, points within the image."""
        level = self.num_input_levels - number - 1
        feature = feats[level]
        height, width = feature.shape[-2:]
        projected = self.input_convs[number](feature)
        padding = feature.new_zeros((feature.shape[0], height, width), dtype=torch.bool)
        positions = self.level_encoding.weight[number].view(1, -1, 1, 1) + self.postional_encoding(padding)
        points = _centres(height, width, self.strides[level], feature.device)
        size = torch.tensor([width, height]).to(feature.device).unsqueeze(0) * self.strides[level]
        return (projected.flatten(2).permute(0, 2, 1), positions.flatten(2).permute(0, 2, 1), padding.flatten(1),
                points / size, (height, width))

    def _encoded(self, feats):
        tokens, positions, padding, points, sizes = zip(*[self._level(i, feats) for i in range(self.num_encoder_levels)])
        padding = torch.cat(padding, dim=1)
        tokens = torch.cat(tokens, dim=1)
        positions = torch.cat(positions, dim=1)
        batch, device = tokens.shape[0], tokens.device
        counts = [height * width for height, width in sizes]
        points = torch.cat(points, dim=0)[None, :, None].repeat(batch, 1, self.num_encoder_levels, 1)
        memory = self.encoder(
            query=tokens, query_pos=positions, key_padding_mask=padding,
            spatial_shapes=torch.tensor(sizes).to(device), reference_points=points,
            level_start_index=torch.tensor([sum(counts[:i]) for i in range(len(counts))]).to(device),
            valid_ratios=points.new_ones((batch, self.num_encoder_levels, 2)))
        parts = torch.split(memory.permute(0, 2, 1), counts, dim=-1)
        return [part.reshape(batch, -1, height, width) for part, (height, width) in zip(parts, sizes)]

    def forward(self, feats):
        outs = self._encoded(feats)
        for i in range(self.num_input_levels - self.num_encoder_levels - 1, -1, -1):
            lateral = self.lateral_convs[i](feats[i])
            y = lateral + F.interpolate(outs[-1], size=lateral.shape[-2:], mode="bilinear", align_corners=False)
            outs.append(self.output_convs[i](y))
        return self.mask_feature(outs[-1]), outs[: self.num_outs]
