from collections import OrderedDict
from functools import partial

import torch
from torch import nn

from torchvision.models._builders import build
from torchvision.ops.misc import MLP


class MLPBlock(MLP):
    def __init__(self, in_dim, mlp_dim, dropout):
        super().__init__(in_dim, [mlp_dim, in_dim], activation_layer=nn.GELU, inplace=None, dropout=dropout)


class EncoderBlock(nn.Module):
    def __init__(self, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer):
        super().__init__()
        self.num_heads = num_heads
        self.ln_1 = norm_layer(hidden_dim)
        self.self_attention = nn.MultiheadAttention(hidden_dim, num_heads, dropout=attention_dropout, batch_first=True)
        self.dropout = nn.Dropout(dropout)
        self.ln_2 = norm_layer(hidden_dim)
        self.mlp = MLPBlock(hidden_dim, mlp_dim, dropout)

    def forward(self, input):
        x = self.ln_1(input)
        x, _ = self.self_attention(x, x, x, need_weights=False)
        x = self.dropout(x) + input
        return x + self.mlp(self.ln_2(x))


class Encoder(nn.Module):
    def __init__(self, seq_length, num_layers, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer):
        super().__init__()
        self.pos_embedding = nn.Parameter(torch.empty(1, seq_length, hidden_dim))
        self.dropout = nn.Dropout(dropout)
        layers = OrderedDict()
        for number in range(num_layers):
            layers[f"encoder_layer_{number}"] = EncoderBlock(
                num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer
            )
        self.layers = nn.Sequential(layers)
        self.ln = norm_layer(hidden_dim)

    def forward(self, input):
        return self.ln(self.layers(self.dropout(input + self.pos_embedding)))


class VisionTransformer(nn.Module):
    def __init__(
        self,
        image_size,
        patch_size,
        num_layers,
        num_heads,
        hidden_dim,
        mlp_dim,
        dropout=0.0,
        attention_dropout=0.0,
        num_classes=1000,
        representation_size=None,
        norm_layer=partial(nn.LayerNorm, eps=1e-6),
    ):
        super().__init__()
        if image_size % patch_size:
            raise AssertionError("Input shape indivisible by patch size!")
        self.image_size = image_size
        self.patch_size = patch_size
        self.hidden_dim = hidden_dim
        self.conv_proj = nn.Conv2d(3, hidden_dim, patch_size, stride=patch_size)
        self.class_token = nn.Parameter(torch.zeros(1, 1, hidden_dim))
        self.seq_length = (image_size // patch_size) ** 2 + 1
        self.encoder = Encoder(
            self.seq_length, num_layers, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer
        )
        heads = OrderedDict()
        if representation_size is None:
            heads["head"] = nn.Linear(hidden_dim, num_classes)
        else:
            heads["pre_logits"] = nn.Linear(hidden_dim, representation_size)
            heads["act"] = nn.Tanh()
            heads["head"] = nn.Linear(representation_size, num_classes)
        self.heads = nn.Sequential(heads)

    def _process_input(self, x):
        count, _, height, width = x.shape
        if height != self.image_size or width != self.image_size:
            raise AssertionError(f"Wrong image size! Expected {self.image_size} but got {height}x{width}!")
        patches = self.conv_proj(x)
        return patches.reshape(count, self.hidden_dim, self.seq_length - 1).permute(0, 2, 1)

    def forward(self, x):
        x = self._process_input(x)
        token = self.class_token.expand(x.shape[0], -1, -1)
        x = self.encoder(torch.cat([token, x], dim=1))
        return self.heads(x[:, 0])


def _of(patch_size, num_layers, num_heads, hidden_dim, mlp_dim):
    fixed = {
        "patch_size": patch_size,
        "num_layers": num_layers,
        "num_heads": num_heads,
        "hidden_dim": hidden_dim,
        "mlp_dim": mlp_dim,
    }
    return build(lambda **options: VisionTransformer(**{"image_size": 224, **fixed, **options}))


vit_b_16 = _of(16, 12, 12, 768, 3072)
vit_b_32 = _of(32, 12, 12, 768, 3072)
vit_l_16 = _of(16, 24, 16, 1024, 4096)
vit_l_32 = _of(32, 24, 16, 1024, 4096)
vit_h_14 = _of(14, 32, 16, 1280, 5120)
