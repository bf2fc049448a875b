import torch
from monai.networks.blocks import Convolution
from monai.utils import ensure_tuple_rep
from torch import nn
from torch.nn import functional as F
from torch.utils.checkpoint import checkpoint

from generative.networks.layers.attention import AttentionBlock


def convolution(spatial_dims, in_channels, out_channels, kernel_size=3, padding=1, strides=1, **options):
    return Convolution(
        spatial_dims=spatial_dims,
        in_channels=in_channels,
        out_channels=out_channels,
        kernel_size=kernel_size,
        padding=padding,
        strides=strides,
        conv_only=True,
        **options,
    )


def enlarged(x):
    """Nearest neighbours, twice as many; bfloat16 goes through float32."""
    dtype = x.dtype
    if dtype == torch.bfloat16:
        x = x.to(torch.float32)
    x = F.interpolate(x, scale_factor=2.0, mode="nearest")
    return x.to(dtype) if dtype == torch.bfloat16 else x


class Upsample(nn.Module):
    def __init__(self, spatial_dims, in_channels, use_convtranspose):
        super().__init__()
        self.use_convtranspose = use_convtranspose
        if use_convtranspose:
            self.conv = convolution(spatial_dims, in_channels, in_channels, strides=2, is_transposed=True)
        else:
            self.conv = convolution(spatial_dims, in_channels, in_channels)

    def forward(self, x):
        return self.conv(x) if self.use_convtranspose else self.conv(enlarged(x))


class Downsample(nn.Module):
    def __init__(self, spatial_dims, in_channels):
        super().__init__()
        self.pad = (0, 1) * spatial_dims
        self.conv = convolution(spatial_dims, in_channels, in_channels, strides=2, padding=0)

    def forward(self, x):
        return self.conv(F.pad(x, self.pad, mode="constant", value=0.0))


class ResBlock(nn.Module):
    def __init__(self, spatial_dims, in_channels, norm_num_groups, norm_eps, out_channels):
        super().__init__()
        self.in_channels = in_channels
        self.out_channels = in_channels if out_channels is None else out_channels
        self.norm1 = nn.GroupNorm(norm_num_groups, in_channels, eps=norm_eps)
        self.conv1 = convolution(spatial_dims, in_channels, self.out_channels)
        self.norm2 = nn.GroupNorm(norm_num_groups, self.out_channels, eps=norm_eps)
        self.conv2 = convolution(spatial_dims, self.out_channels, self.out_channels)
        self.nin_shortcut = nn.Identity()
        if self.in_channels != self.out_channels:
            self.nin_shortcut = convolution(spatial_dims, in_channels, self.out_channels, kernel_size=1, padding=0)

    def forward(self, x):
        h = self.conv1(F.silu(self.norm1(x)))
        h = self.conv2(F.silu(self.norm2(h)))
        return self.nin_shortcut(x) + h


class _Coder(nn.Module):
    """A list of blocks, one after the other."""

    def __init__(self, spatial_dims, norm_num_groups, norm_eps, use_flash_attention):
        super().__init__()
        self.spatial_dims = spatial_dims
        self.norm_num_groups = norm_num_groups
        self.norm_eps = norm_eps
        self._flash = use_flash_attention

    def _res(self, in_channels, out_channels):
        return ResBlock(self.spatial_dims, in_channels, self.norm_num_groups, self.norm_eps, out_channels)

    def _attention(self, channels):
        return AttentionBlock(
            self.spatial_dims,
            channels,
            norm_num_groups=self.norm_num_groups,
            norm_eps=self.norm_eps,
            use_flash_attention=self._flash,
        )

    def _level(self, in_channels, out_channels, count, attends):
        blocks = []
        for number in range(count):
            blocks.append(self._res(in_channels if number == 0 else out_channels, out_channels))
            if attends:
                blocks.append(self._attention(out_channels))
        return blocks

    def _non_local(self, channels):
        return [self._res(channels, channels), self._attention(channels), self._res(channels, channels)]

    def _end(self, channels, out_channels):
        norm = nn.GroupNorm(self.norm_num_groups, channels, eps=self.norm_eps)
        return [norm, convolution(self.spatial_dims, channels, out_channels)]

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


class Encoder(_Coder):
    def __init__(
        self,
        spatial_dims,
        in_channels,
        num_channels,
        out_channels,
        num_res_blocks,
        norm_num_groups,
        norm_eps,
        attention_levels,
        with_nonlocal_attn=True,
        use_flash_attention=False,
    ):
        super().__init__(spatial_dims, norm_num_groups, norm_eps, use_flash_attention)
        blocks = [convolution(spatial_dims, in_channels, num_channels[0])]
        before = num_channels[0]
        for level, width in enumerate(num_channels):
            blocks += self._level(before, width, num_res_blocks[level], attention_levels[level])
            before = width
            if level + 1 < len(num_channels):
                blocks.append(Downsample(spatial_dims, width))
        if with_nonlocal_attn is True:
            blocks += self._non_local(num_channels[-1])
        self.blocks = nn.ModuleList(blocks + self._end(num_channels[-1], out_channels))


class Decoder(_Coder):
    def __init__(
        self,
        spatial_dims,
        num_channels,
        in_channels,
        out_channels,
        num_res_blocks,
        norm_num_groups,
        norm_eps,
        attention_levels,
        with_nonlocal_attn=True,
        use_flash_attention=False,
        use_convtranspose=False,
    ):
        super().__init__(spatial_dims, norm_num_groups, norm_eps, use_flash_attention)
        widths = list(reversed(num_channels))
        blocks = [convolution(spatial_dims, in_channels, widths[0])]
        if with_nonlocal_attn is True:
            blocks += self._non_local(widths[0])
        before = widths[0]
        counts, attends = list(reversed(num_res_blocks)), list(reversed(attention_levels))
        for level, width in enumerate(widths):
            blocks += self._level(before, width, counts[level], attends[level])
            before = width
            if level + 1 < len(widths):
                blocks.append(Upsample(spatial_dims, width, use_convtranspose))
        self.blocks = nn.ModuleList(blocks + self._end(before, out_channels))


def check_levels(network, num_channels, norm_num_groups, attention_levels, num_res_blocks):
    """What AutoencoderKL and DiffusionModelUNet ask of their levels; yields the number of blocks of each."""
    if any(width % norm_num_groups != 0 for width in num_channels):
        raise ValueError(f"{network} expects all num_channels being multiple of norm_num_groups")
    if len(num_channels) != len(attention_levels):
        raise ValueError(f"{network} expects num_channels being same size of attention_levels")
    if isinstance(num_res_blocks, int):
        num_res_blocks = ensure_tuple_rep(num_res_blocks, len(num_channels))
    if len(num_res_blocks) != len(num_channels):
        raise ValueError("`num_res_blocks` must be a number, or as many numbers as there are `num_channels`")
    return num_res_blocks


class AutoencoderKL(nn.Module):
    def __init__(
        self,
        spatial_dims,
        in_channels=1,
        out_channels=1,
        num_res_blocks=(2, 2, 2, 2),
        num_channels=(32, 64, 64, 64),
        attention_levels=(False, False, True, True),
        latent_channels=3,
        norm_num_groups=32,
        norm_eps=1e-6,
        with_encoder_nonlocal_attn=True,
        with_decoder_nonlocal_attn=True,
        use_flash_attention=False,
        use_checkpointing=False,
        use_convtranspose=False,
    ):
        super().__init__()
        num_res_blocks = check_levels(
            "AutoencoderKL", num_channels, norm_num_groups, attention_levels, num_res_blocks
        )
        self.encoder = Encoder(
            spatial_dims,
            in_channels,
            num_channels,
            latent_channels,
            num_res_blocks,
            norm_num_groups,
            norm_eps,
            attention_levels,
            with_encoder_nonlocal_attn,
            use_flash_attention,
        )
        self.decoder = Decoder(
            spatial_dims,
            num_channels,
            latent_channels,
            out_channels,
            num_res_blocks,
            norm_num_groups,
            norm_eps,
            attention_levels,
            with_decoder_nonlocal_attn,
            use_flash_attention,
            use_convtranspose,
        )
        for name in ("quant_conv_mu", "quant_conv_log_sigma", "post_quant_conv"):
            setattr(self, name, convolution(spatial_dims, latent_channels, latent_channels, kernel_size=1, padding=0))
        self.latent_channels = latent_channels
        self.use_checkpointing = use_checkpointing

    def _through(self, part, x):
        return checkpoint(part, x, use_reentrant=False) if self.use_checkpointing else part(x)

    def encode(self, x):
        h = self._through(self.encoder, x)
        z_mu = self.quant_conv_mu(h)
        z_log_var = torch.clamp(self.quant_conv_log_sigma(h), -30.0, 20.0)
        return z_mu, torch.exp(z_log_var / 2)

    def sampling(self, z_mu, z_sigma):
        return z_mu + torch.randn_like(z_sigma) * z_sigma

    def decode(self, z):
        return self._through(self.decoder, self.post_quant_conv(z))

    def reconstruct(self, x):
        return self.decode(self.encode(x)[0])

    def forward(self, x):
        z_mu, z_sigma = self.encode(x)
        return self.decode(self.sampling(z_mu, z_sigma)), z_mu, z_sigma

    def encode_stage_2_inputs(self, x):
        return self.sampling(*self.encode(x))

    def decode_stage_2_outputs(self, z):
        return self.decode(z)
