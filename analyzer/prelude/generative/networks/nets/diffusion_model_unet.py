import math

import torch
from monai.networks.blocks import MLPBlock
from monai.networks.layers.factories import Pool
from monai.utils import ensure_tuple_rep
from torch import nn
from torch.nn import functional as F

from generative.networks.layers.attention import AttentionBlock, CrossAttention
from generative.networks.nets.autoencoderkl import check_levels, convolution, enlarged


def get_timestep_embedding(timesteps, embedding_dim, max_period=10000):
    if timesteps.ndim != 1:
        raise ValueError("Timesteps should be a 1d-array")
    half = embedding_dim // 2
    exponent = -math.log(max_period) * torch.arange(start=0, end=half, dtype=torch.float32, device=timesteps.device)
    angles = timesteps[:, None].float() * torch.exp(exponent / half)[None, :]
    embedding = torch.cat([torch.cos(angles), torch.sin(angles)], dim=-1)
    return F.pad(embedding, (0, 1, 0, 0)) if embedding_dim % 2 == 1 else embedding


class BasicTransformerBlock(nn.Module):
    def __init__(self, num_channels, heads, head_channels, dropout, cross_attention_dim, upcast, flash):
        super().__init__()
        options = {
            "num_attention_heads": heads,
            "num_head_channels": head_channels,
            "dropout": dropout,
            "upcast_attention": upcast,
            "use_flash_attention": flash,
        }
        self.attn1 = CrossAttention(num_channels, **options)
        self.ff = MLPBlock(num_channels, 4 * num_channels, act="GEGLU", dropout_rate=dropout)
        self.attn2 = CrossAttention(num_channels, cross_attention_dim, **options)
        self.norm1 = nn.LayerNorm(num_channels)
        self.norm2 = nn.LayerNorm(num_channels)
        self.norm3 = nn.LayerNorm(num_channels)

    def forward(self, x, context=None):
        x = self.attn1(self.norm1(x)) + x
        x = self.attn2(self.norm2(x), context=context) + x
        return self.ff(self.norm3(x)) + x


class SpatialTransformer(nn.Module):
    def __init__(
        self,
        spatial_dims,
        in_channels,
        num_attention_heads,
        num_head_channels,
        num_layers=1,
        dropout=0.0,
        norm_num_groups=32,
        norm_eps=1e-6,
        cross_attention_dim=None,
        upcast_attention=False,
        use_flash_attention=False,
    ):
        super().__init__()
        inner = num_attention_heads * num_head_channels
        self.norm = nn.GroupNorm(norm_num_groups, in_channels, eps=norm_eps)
        self.proj_in = convolution(spatial_dims, in_channels, inner, kernel_size=1, padding=0)
        self.transformer_blocks = nn.ModuleList(
            BasicTransformerBlock(
                inner,
                num_attention_heads,
                num_head_channels,
                dropout,
                cross_attention_dim,
                upcast_attention,
                use_flash_attention,
            )
            for _ in range(num_layers)
        )
        self.proj_out = convolution(spatial_dims, inner, in_channels, kernel_size=1, padding=0)

    def forward(self, x, context=None):
        residual = x
        x = self.proj_in(self.norm(x))
        batch, inner, *sizes = x.shape
        axes = range(2, x.ndim)
        x = x.permute(0, *axes, 1).reshape(batch, math.prod(sizes), inner)
        for block in self.transformer_blocks:
            x = block(x, context=context)
        x = x.reshape(batch, *sizes, inner).permute(0, residual.ndim - 1, *range(1, residual.ndim - 1)).contiguous()
        return self.proj_out(x) + residual


class Downsample(nn.Module):
    def __init__(self, spatial_dims, num_channels, use_conv, out_channels=None, padding=1):
        super().__init__()
        self.num_channels = num_channels
        self.out_channels = out_channels or num_channels
        self.use_conv = use_conv
        if use_conv:
            self.op = convolution(spatial_dims, num_channels, self.out_channels, strides=2, padding=padding)
        else:
            if self.num_channels != self.out_channels:
                raise ValueError("num_channels and out_channels must be equal when use_conv=False")
            self.op = Pool[Pool.AVG, spatial_dims](kernel_size=2, stride=2)

    def forward(self, x, emb=None):
        if x.shape[1] != self.num_channels:
            raise ValueError(f"{x.shape[1]} channels come in where {self.num_channels} are expected")
        return self.op(x)


class Upsample(nn.Module):
    def __init__(self, spatial_dims, num_channels, use_conv, out_channels=None, padding=1):
        super().__init__()
        self.num_channels = num_channels
        self.out_channels = out_channels or num_channels
        self.use_conv = use_conv
        self.conv = convolution(spatial_dims, num_channels, self.out_channels, padding=padding) if use_conv else None

    def forward(self, x, emb=None):
        if x.shape[1] != self.num_channels:
            raise ValueError("Input channels should be equal to num_channels")
        x = enlarged(x)
        return self.conv(x) if self.use_conv else x


class ResnetBlock(nn.Module):
    """`way`: "up" or "down" changes the resolution on the way."""

    def __init__(self, spatial_dims, in_channels, temb_channels, out_channels, norm_num_groups, norm_eps, way=None):
        super().__init__()
        self.spatial_dims = spatial_dims
        self.channels = in_channels
        self.out_channels = out_channels or in_channels
        self.norm1 = nn.GroupNorm(norm_num_groups, in_channels, eps=norm_eps)
        self.nonlinearity = nn.SiLU()
        self.conv1 = convolution(spatial_dims, in_channels, self.out_channels)
        self.upsample = Upsample(spatial_dims, in_channels, use_conv=False) if way == "up" else None
        self.downsample = Downsample(spatial_dims, in_channels, use_conv=False) if way == "down" else None
        self.time_emb_proj = nn.Linear(temb_channels, self.out_channels)
        self.norm2 = nn.GroupNorm(norm_num_groups, self.out_channels, eps=norm_eps)
        self.conv2 = convolution(spatial_dims, self.out_channels, self.out_channels)
        self.skip_connection = nn.Identity()
        if self.out_channels != in_channels:
            self.skip_connection = convolution(spatial_dims, in_channels, self.out_channels, kernel_size=1, padding=0)

    def forward(self, x, emb):
        h = self.nonlinearity(self.norm1(x))
        resize = self.upsample or self.downsample
        if resize is not None:
            x, h = resize(x), resize(h)
        h = self.conv1(h)
        shift = self.time_emb_proj(self.nonlinearity(emb))
        h = h + shift[(slice(None), slice(None)) + (None,) * self.spatial_dims]
        h = self.conv2(self.nonlinearity(self.norm2(h)))
        return self.skip_connection(x) + h


class Shape:
    """What all blocks of a network have in common."""

    def __init__(self, **facts):
        self.__dict__.update(facts)

    def resnet(self, in_channels, out_channels, way=None):
        return ResnetBlock(
            self.spatial_dims, in_channels, self.temb, out_channels, self.norm_num_groups, self.norm_eps, way
        )

    def attention(self, channels, head_channels):
        norm = {"norm_num_groups": self.norm_num_groups, "norm_eps": self.norm_eps}
        if not self.with_conditioning:
            return AttentionBlock(
                self.spatial_dims, channels, head_channels, use_flash_attention=self.use_flash_attention, **norm
            )
        return SpatialTransformer(
            self.spatial_dims,
            channels,
            channels // head_channels,
            head_channels,
            num_layers=self.transformer_num_layers,
            dropout=self.dropout_cattn,
            cross_attention_dim=self.cross_attention_dim,
            upcast_attention=self.upcast_attention,
            use_flash_attention=self.use_flash_attention,
            **norm,
        )


def attended(attention, x, context):
    return attention(x, context=context) if isinstance(attention, SpatialTransformer) else attention(x)


class DownBlock(nn.Module):
    def __init__(self, shape, in_channels, out_channels, count, attends, head_channels, shrinks):
        super().__init__()
        if attends:
            self.attentions = nn.ModuleList(shape.attention(out_channels, head_channels) for _ in range(count))
        self.resnets = nn.ModuleList(
            shape.resnet(in_channels if number == 0 else out_channels, out_channels) for number in range(count)
        )
        self.downsampler = None
        if shrinks and shape.resblock_updown:
            self.downsampler = shape.resnet(out_channels, out_channels, "down")
        elif shrinks:
            self.downsampler = Downsample(shape.spatial_dims, out_channels, use_conv=True)

    def forward(self, hidden_states, temb, context=None):
        outputs = []
        attentions = getattr(self, "attentions", None)
        for number, resnet in enumerate(self.resnets):
            hidden_states = resnet(hidden_states, temb)
            if attentions is not None:
                hidden_states = attended(attentions[number], hidden_states, context)
            outputs.append(hidden_states)
        if self.downsampler is not None:
            hidden_states = self.downsampler(hidden_states, temb)
            outputs.append(hidden_states)
        return hidden_states, outputs


class MidBlock(nn.Module):
    def __init__(self, shape, channels, head_channels):
        super().__init__()
        self.resnet_1 = shape.resnet(channels, channels)
        self.attention = shape.attention(channels, head_channels)
        self.resnet_2 = shape.resnet(channels, channels)

    def forward(self, hidden_states, temb, context=None):
        hidden_states = attended(self.attention, self.resnet_1(hidden_states, temb), context)
        return self.resnet_2(hidden_states, temb)


class UpBlock(nn.Module):
    def __init__(self, shape, in_channels, before, out_channels, count, attends, head_channels, grows):
        super().__init__()
        resnets = []
        for number in range(count):
            skipped = in_channels if number == count - 1 else out_channels
            resnets.append(shape.resnet((before if number == 0 else out_channels) + skipped, out_channels))
        self.resnets = nn.ModuleList(resnets)
        if attends:
            self.attentions = nn.ModuleList(shape.attention(out_channels, head_channels) for _ in range(count))
        self.upsampler = None
        if grows and shape.resblock_updown:
            self.upsampler = shape.resnet(out_channels, out_channels, "up")
        elif grows:
            self.upsampler = Upsample(shape.spatial_dims, out_channels, use_conv=True)

    def forward(self, hidden_states, res_hidden_states_list, temb, context=None):
        attentions = getattr(self, "attentions", None)
        for number, resnet in enumerate(self.resnets):
            skipped = res_hidden_states_list[-1]
            res_hidden_states_list = res_hidden_states_list[:-1]
            hidden_states = resnet(torch.cat([hidden_states, skipped], dim=1), temb)
            if attentions is not None:
                hidden_states = attended(attentions[number], hidden_states, context)
        return self.upsampler(hidden_states, temb) if self.upsampler is not None else hidden_states


class DiffusionModelUNet(nn.Module):
    def __init__(
        self,
        spatial_dims,
        in_channels,
        out_channels,
        num_res_blocks=(2, 2, 2, 2),
        num_channels=(32, 64, 64, 64),
        attention_levels=(False, False, True, True),
        norm_num_groups=32,
        norm_eps=1e-6,
        resblock_updown=False,
        num_head_channels=8,
        with_conditioning=False,
        transformer_num_layers=1,
        cross_attention_dim=None,
        num_class_embeds=None,
        upcast_attention=False,
        use_flash_attention=False,
        dropout_cattn=0.0,
    ):
        super().__init__()
        if with_conditioning is True and cross_attention_dim is None:
            raise ValueError("DiffusionModelUNet expects cross_attention_dim when using with_conditioning")
        if cross_attention_dim is not None and with_conditioning is False:
            raise ValueError("DiffusionModelUNet expects with_conditioning=True with a cross_attention_dim")
        if dropout_cattn > 1.0 or dropout_cattn < 0.0:
            raise ValueError("Dropout cannot be negative or >1.0!")
        num_res_blocks = check_levels(
            "DiffusionModelUNet", num_channels, norm_num_groups, attention_levels, num_res_blocks
        )
        if isinstance(num_head_channels, int):
            num_head_channels = ensure_tuple_rep(num_head_channels, len(attention_levels))
        if len(num_head_channels) != len(attention_levels):
            raise ValueError("num_head_channels should have the same length as attention_levels")
        self.in_channels = in_channels
        self.block_out_channels = num_channels
        self.out_channels = out_channels
        self.num_res_blocks = num_res_blocks
        self.attention_levels = attention_levels
        self.num_head_channels = num_head_channels
        self.with_conditioning = with_conditioning
        self.num_class_embeds = num_class_embeds
        self.conv_in = convolution(spatial_dims, in_channels, num_channels[0])
        temb = 4 * num_channels[0]
        self.time_embed = nn.Sequential(nn.Linear(num_channels[0], temb), nn.SiLU(), nn.Linear(temb, temb))
        if num_class_embeds is not None:
            self.class_embedding = nn.Embedding(num_class_embeds, temb)
        shape = Shape(
            spatial_dims=spatial_dims,
            temb=temb,
            norm_num_groups=norm_num_groups,
            norm_eps=norm_eps,
            resblock_updown=resblock_updown,
            with_conditioning=with_conditioning,
            transformer_num_layers=transformer_num_layers,
            cross_attention_dim=cross_attention_dim,
            upcast_attention=upcast_attention,
            use_flash_attention=use_flash_attention,
            dropout_cattn=dropout_cattn,
        )
        self.down_blocks = nn.ModuleList(self._down(shape))
        self.middle_block = MidBlock(shape, num_channels[-1], num_head_channels[-1])
        self.up_blocks = nn.ModuleList(self._up(shape))
        self.out = nn.Sequential(
            nn.GroupNorm(norm_num_groups, num_channels[0], eps=norm_eps),
            nn.SiLU(),
            convolution(spatial_dims, num_channels[0], out_channels),
        )

    def _down(self, shape):
        before, last = self.block_out_channels[0], len(self.block_out_channels) - 1
        for level, width in enumerate(self.block_out_channels):
            yield DownBlock(
                shape,
                before,
                width,
                self.num_res_blocks[level],
                self.attention_levels[level],
                self.num_head_channels[level],
                level != last,
            )
            before = width

    def _up(self, shape):
        widths = list(reversed(self.block_out_channels))
        before, last = widths[0], len(widths) - 1
        for level, width in enumerate(widths):
            mirrored = last - level
            yield UpBlock(
                shape,
                widths[min(level + 1, last)],
                before,
                width,
                self.num_res_blocks[mirrored] + 1,
                self.attention_levels[mirrored],
                self.num_head_channels[mirrored],
                level != last,
            )
            before = width

    def _embed(self, x, timesteps, class_labels):
        emb = get_timestep_embedding(timesteps, self.block_out_channels[0]).to(dtype=x.dtype)
        emb = self.time_embed(emb)
        if self.num_class_embeds is None:
            return emb
        if class_labels is None:
            raise ValueError("class_labels should be provided when num_class_embeds > 0")
        return emb + self.class_embedding(class_labels).to(dtype=x.dtype)

    def forward(
        self,
        x,
        timesteps,
        context=None,
        class_labels=None,
        down_block_additional_residuals=None,
        mid_block_additional_residual=None,
    ):
        emb = self._embed(x, timesteps, class_labels)
        h = self.conv_in(x)
        if context is not None and self.with_conditioning is False:
            raise ValueError("model should have with_conditioning = True if context is provided")
        skipped = [h]
        for block in self.down_blocks:
            h, outputs = block(hidden_states=h, temb=emb, context=context)
            skipped += outputs
        if down_block_additional_residuals is not None:
            skipped = [own + added for own, added in zip(skipped, down_block_additional_residuals)]
        h = self.middle_block(hidden_states=h, temb=emb, context=context)
        if mid_block_additional_residual is not None:
            h = h + mid_block_additional_residual
        for block in self.up_blocks:
            count = len(block.resnets)
            h = block(hidden_states=h, res_hidden_states_list=skipped[-count:], temb=emb, context=context)
            skipped = skipped[:-count]
        return self.out(h)
