"""autoencoder_kl.py and vae.py of diffusers 0.30: pictures to latents and back, as far as sizes and memory go."""
import json
import os
from types import SimpleNamespace

import _vramlint
import torch
from torch import nn
from torch.nn import functional as F

_OF_STABLE_DIFFUSION = {"block_out_channels": (128, 256, 512, 512), "layers_per_block": 2, "latent_channels": 4,
                        "sample_size": 512}


class _Resnet(nn.Module):
    def __init__(self, channels, out, groups):
        super().__init__()
        self.norm1 = nn.GroupNorm(groups, channels, eps=1e-6)
        self.conv1 = nn.Conv2d(channels, out, 3, padding=1)
        self.norm2 = nn.GroupNorm(groups, out, eps=1e-6)
        self.dropout = nn.Dropout(0.0)
        self.conv2 = nn.Conv2d(out, out, 3, padding=1)
        self.nonlinearity = nn.SiLU()
        self.conv_shortcut = nn.Conv2d(channels, out, 1) if channels != out else None

    def forward(self, x):
        inner = self.nonlinearity(self.norm1(x))
        inner = self.conv1(inner)
        inner = self.nonlinearity(self.norm2(inner))
        inner = self.conv2(self.dropout(inner))
        if self.conv_shortcut is not None:
            x = self.conv_shortcut(x)
        return x + inner


class _Attention(nn.Module):
    """Over all places of a picture, with one head."""

    def __init__(self, channels, groups):
        super().__init__()
        self.group_norm = nn.GroupNorm(groups, channels, eps=1e-6)
        self.to_q, self.to_k, self.to_v = [nn.Linear(channels, channels) for _ in range(3)]
        self.to_out = nn.ModuleList([nn.Linear(channels, channels), nn.Dropout(0.0)])

    def forward(self, x):
        size = x.shape
        rows = self.group_norm(x.view(size[0], size[1], -1)).transpose(1, 2)
        query, key, value = [part(rows).view(size[0], -1, 1, size[1]).transpose(1, 2)
                             for part in (self.to_q, self.to_k, self.to_v)]
        rows = F.scaled_dot_product_attention(query, key, value).transpose(1, 2).reshape(size[0], -1, size[1])
        rows = self.to_out[1](self.to_out[0](rows))
        return rows.transpose(-1, -2).reshape(size) + x


class _Middle(nn.Module):
    def __init__(self, channels, groups, attends):
        super().__init__()
        self.attentions = nn.ModuleList([_Attention(channels, groups)] if attends else [])
        self.resnets = nn.ModuleList([_Resnet(channels, channels, groups) for _ in range(2)])

    def forward(self, x):
        x = self.resnets[0](x)
        for attention in self.attentions:
            x = attention(x)
        return self.resnets[1](x)


class _Down(nn.Module):
    def __init__(self, channels, out, layers, groups, shrinks):
        super().__init__()
        self.resnets = nn.ModuleList([_Resnet(channels if i == 0 else out, out, groups) for i in range(layers)])
        self.downsamplers = nn.ModuleList([nn.Conv2d(out, out, 3, stride=2)] if shrinks else [])

    def forward(self, x):
        for resnet in self.resnets:
            x = resnet(x)
        for convolution in self.downsamplers:
            x = F.pad(x, (0, 1, 0, 1))
            x = convolution(x)
        return x


class _Up(nn.Module):
    def __init__(self, channels, out, layers, groups, grows):
        super().__init__()
        self.resnets = nn.ModuleList([_Resnet(channels if i == 0 else out, out, groups) for i in range(layers)])
        self.upsamplers = nn.ModuleList([nn.Conv2d(out, out, 3, padding=1)] if grows else [])

    def forward(self, x):
        for resnet in self.resnets:
            x = resnet(x)
        for convolution in self.upsamplers:
            x = F.interpolate(x, scale_factor=2.0, mode="nearest")
            x = convolution(x)
        return x


class _Again(nn.Module):
    """Blocks that are made again in backward where the library is told so."""
    gradient_checkpointing = False

    def _through(self, block, x):
        if self.training and self.gradient_checkpointing:
            from torch.utils.checkpoint import checkpoint
            return checkpoint(block, x, use_reentrant=False)
        return block(x)


class Encoder(_Again):
    def __init__(self, said):
        super().__init__()
        widths, groups = said.block_out_channels, said.norm_num_groups
        self.conv_in = nn.Conv2d(said.in_channels, widths[0], 3, padding=1)
        self.down_blocks = nn.ModuleList([
            _Down(widths[max(i - 1, 0)], width, said.layers_per_block, groups, i + 1 < len(widths))
            for i, width in enumerate(widths)])
        self.mid_block = _Middle(widths[-1], groups, said.mid_block_add_attention)
        self.conv_norm_out = nn.GroupNorm(groups, widths[-1], eps=1e-6)
        self.conv_act = nn.SiLU()
        self.conv_out = nn.Conv2d(widths[-1], 2 * said.latent_channels, 3, padding=1)

    def forward(self, sample):
        sample = self.conv_in(sample)
        for block in self.down_blocks:
            sample = self._through(block, sample)
        sample = self._through(self.mid_block, sample)
        sample = self.conv_norm_out(sample)
        sample = self.conv_act(sample)
        return self.conv_out(sample)


class Decoder(_Again):
    def __init__(self, said):
        super().__init__()
        widths, groups = list(reversed(said.block_out_channels)), said.norm_num_groups
        self.conv_in = nn.Conv2d(said.latent_channels, widths[0], 3, padding=1)
        self.up_blocks = nn.ModuleList([
            _Up(widths[max(i - 1, 0)], width, said.layers_per_block + 1, groups, i + 1 < len(widths))
            for i, width in enumerate(widths)])
        self.mid_block = _Middle(widths[0], groups, said.mid_block_add_attention)
        self.conv_norm_out = nn.GroupNorm(groups, widths[-1], eps=1e-6)
        self.conv_act = nn.SiLU()
        self.conv_out = nn.Conv2d(widths[-1], said.out_channels, 3, padding=1)

    def forward(self, sample, latent_embeds=None):
        sample = self.conv_in(sample)
        sample = self._through(self.mid_block, sample)
        for block in self.up_blocks:
            sample = self._through(block, sample)
        sample = self.conv_norm_out(sample)
        sample = self.conv_act(sample)
        return self.conv_out(sample)


class DiagonalGaussianDistribution:
    def __init__(self, parameters, deterministic=False):
        self.parameters, self.deterministic = parameters, deterministic
        self.mean, self.logvar = torch.chunk(parameters, 2, dim=1)
        self.logvar = torch.clamp(self.logvar, -30.0, 20.0)
        self.std = torch.exp(0.5 * self.logvar)
        self.var = torch.exp(self.logvar)
        if deterministic:
            self.var = self.std = torch.zeros_like(self.mean)

    def sample(self, generator=None):
        noise = torch.randn(self.mean.shape, device=self.parameters.device, dtype=self.parameters.dtype)
        return self.mean + self.std * noise

    def mode(self):
        return self.mean

    def kl(self, other=None):
        if self.deterministic:
            return torch.Tensor([0.0])
        if other is None:
            return 0.5 * torch.sum(torch.pow(self.mean, 2) + self.var - 1.0 - self.logvar, dim=[1, 2, 3])
        return 0.5 * torch.sum(torch.pow(self.mean - other.mean, 2) / other.var + self.var / other.var - 1.0 - self.logvar
                               + other.logvar, dim=[1, 2, 3])


class _Made(tuple):
    """A result of one part, which has a name as well."""

    def __getattr__(self, name):
        if name in ("latent_dist", "sample"):
            return self[0]
        raise AttributeError(name)


class AutoencoderKL(nn.Module):
    def __init__(self, in_channels=3, out_channels=3, down_block_types=("DownEncoderBlock2D",),
                 up_block_types=("UpDecoderBlock2D",), block_out_channels=(64,), layers_per_block=1, act_fn="silu",
                 latent_channels=4, norm_num_groups=32, sample_size=32, scaling_factor=0.18215, shift_factor=None,
                 use_quant_conv=True, use_post_quant_conv=True, mid_block_add_attention=True, **options):
        super().__init__()
        self.config = SimpleNamespace(
            in_channels=in_channels, out_channels=out_channels, block_out_channels=tuple(block_out_channels),
            down_block_types=tuple(down_block_types), up_block_types=tuple(up_block_types),
            layers_per_block=layers_per_block, latent_channels=latent_channels, norm_num_groups=norm_num_groups,
            sample_size=sample_size, scaling_factor=scaling_factor, shift_factor=shift_factor,
            mid_block_add_attention=mid_block_add_attention, use_quant_conv=use_quant_conv,
            use_post_quant_conv=use_post_quant_conv, **options)
        self.encoder, self.decoder = Encoder(self.config), Decoder(self.config)
        self.quant_conv = nn.Conv2d(2 * latent_channels, 2 * latent_channels, 1) if use_quant_conv else None
        self.post_quant_conv = nn.Conv2d(latent_channels, latent_channels, 1) if use_post_quant_conv else None
        self.use_slicing = self.use_tiling = False

    @classmethod
    def from_config(cls, config, **options):
        given = dict(config if isinstance(config, dict) else vars(config))
        return cls(**{name: value for name, value in given.items() if not name.startswith("_")}, **options)

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path, subfolder=None, torch_dtype=None, **options):
        path = os.path.join(pretrained_model_name_or_path, subfolder or "", "config.json")
        if _vramlint.is_known(path) and os.path.isfile(path):
            with open(path) as file:
                made = cls.from_config(json.load(file))
        else:
            _vramlint.assume("the autoencoder is taken to be as large as that of Stable Diffusion, for its config.json is "
                             "not at hand: `models:` in vramlint.yaml says where it lies", pretrained_model_name_or_path)
            made = cls(**_OF_STABLE_DIFFUSION)
        made.eval()
        return made if torch_dtype is None else made.to(torch_dtype)

    @property
    def dtype(self):
        return next(self.parameters()).dtype

    @property
    def device(self):
        return next(self.parameters()).device

    def _nothing(self, *args, **options):
        return None

    enable_xformers_memory_efficient_attention = disable_xformers_memory_efficient_attention = _nothing
    set_attn_processor = set_default_attn_processor = save_pretrained = register_to_config = _nothing

    def enable_gradient_checkpointing(self):
        self.encoder.gradient_checkpointing = self.decoder.gradient_checkpointing = True

    def disable_gradient_checkpointing(self):
        self.encoder.gradient_checkpointing = self.decoder.gradient_checkpointing = False

    def enable_slicing(self):
        self.use_slicing = True

    def disable_slicing(self):
        self.use_slicing = False

    def enable_tiling(self, use_tiling=True):
        _vramlint.leave_open("an autoencoder that works on tiles is counted as one that takes whole pictures")

    def _encode(self, x):
        made = self.encoder(x)
        return made if self.quant_conv is None else self.quant_conv(made)

    def encode(self, x, return_dict=True):
        if self.use_slicing and x.shape[0] > 1:
            made = torch.cat([self._encode(part) for part in x.split(1)])
        else:
            made = self._encode(x)
        return _Made((DiagonalGaussianDistribution(made),))

    def _decode(self, z):
        return self.decoder(z if self.post_quant_conv is None else self.post_quant_conv(z))

    def decode(self, z, return_dict=True, generator=None):
        if self.use_slicing and z.shape[0] > 1:
            return _Made((torch.cat([self._decode(part) for part in z.split(1)]),))
        return _Made((self._decode(z),))

    def forward(self, sample, sample_posterior=False, return_dict=True, generator=None):
        posterior = self.encode(sample)[0]
        return self.decode(posterior.sample() if sample_posterior else posterior.mode())
