from torch import nn
from torch.nn import functional


def _fuses():
    # timm/models/vision_transformer.py: `fused_attn` is there since 0.9.
    import timm

    release = timm.__version__
    older = isinstance(release, str) and release.startswith(("0.1.", "0.2.", "0.3.", "0.4.", "0.5.", "0.6.", "0.8."))
    return hasattr(functional, "scaled_dot_product_attention") and not older


class Attention(nn.Module):
    # Of vision transformers: one projection to queries, keys and values.
    def __init__(self, dim, num_heads=8, qkv_bias=False, qk_norm=False, proj_bias=True, attn_drop=0.0, proj_drop=0.0,
                 norm_layer=nn.LayerNorm, **options):
        super().__init__()
        assert dim % num_heads == 0, "dim should be divisible by num_heads"
        self.num_heads = num_heads
        self.head_dim = dim // num_heads
        self.scale = self.head_dim ** -0.5
        self.qkv = nn.Linear(dim, dim * 3, bias=qkv_bias)
        self.q_norm = norm_layer(self.head_dim) if qk_norm else nn.Identity()
        self.k_norm = norm_layer(self.head_dim) if qk_norm else nn.Identity()
        self.attn_drop = nn.Dropout(attn_drop)
        self.proj = nn.Linear(dim, dim, bias=proj_bias)
        self.proj_drop = nn.Dropout(proj_drop)
        self.fused_attn = _fuses()

    def forward(self, x):
        batch, count, channels = x.shape
        qkv = self.qkv(x).reshape(batch, count, 3, self.num_heads, self.head_dim).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        q, k = self.q_norm(q), self.k_norm(k)
        if self.fused_attn:
            dropped = self.attn_drop.p if self.training else 0.0
            x = functional.scaled_dot_product_attention(q, k, v, dropout_p=dropped)
        else:
            q = q * self.scale
            weights = self.attn_drop((q @ k.transpose(-2, -1)).softmax(dim=-1))
            x = weights @ v
        x = x.transpose(1, 2).reshape(batch, count, channels)
        return self.proj_drop(self.proj(x))
