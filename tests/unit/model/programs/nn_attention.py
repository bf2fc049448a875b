"""MultiheadAttention and the Transformer's modules."""
import torch
import torch.nn.functional as F
from torch import nn
from surface import show


def held(layer):
    return [f"{name} {tuple(value.shape)}" for name, value in layer.named_parameters()]


def read(layer, *names):
    return [getattr(layer, name) for name in names]


q = torch.randn(5, 2, 8)
k = torch.randn(7, 2, 8)
mask = torch.zeros(5, 5, dtype=torch.bool)
padding = torch.zeros(2, 5, dtype=torch.bool)
small = dict(d_model=8, nhead=2, dim_feedforward=16)
show("mha held", lambda: held(nn.MultiheadAttention(8, 2)))
show("mha", lambda: nn.MultiheadAttention(8, 2)(q, q, q))
show("mha no weights", lambda: nn.MultiheadAttention(8, 2)(q, q, q, need_weights=False))
show("mha each head", lambda: nn.MultiheadAttention(8, 2)(q, k, k, average_attn_weights=False))
show("mha cross", lambda: nn.MultiheadAttention(8, 2)(q, k, k))
show("mha batch first", lambda: nn.MultiheadAttention(8, 2, batch_first=True)(q, q, q))
show("mha one", lambda: nn.MultiheadAttention(8, 2)(q[:, 0], k[:, 0], k[:, 0]))
show("mha widths", lambda: held(nn.MultiheadAttention(8, 2, kdim=4, vdim=6)))
show("mha widths forward", lambda: nn.MultiheadAttention(8, 2, kdim=4, vdim=6)(q, k[..., :4], k[..., :6]))
show("mha no bias", lambda: held(nn.MultiheadAttention(8, 2, bias=False)))
show("mha bias kv", lambda: [held(nn.MultiheadAttention(8, 2, add_bias_kv=True)), nn.MultiheadAttention(8, 2,
    add_bias_kv=True)(q, k, k)])
show("mha zero", lambda: nn.MultiheadAttention(8, 2, add_zero_attn=True)(q, k, k))
show("mha mask", lambda: nn.MultiheadAttention(8, 2)(q, q, q, attn_mask=mask))
show("mha float mask", lambda: nn.MultiheadAttention(8, 2)(q, q, q, attn_mask=torch.zeros(5, 5)))
show("mha mask of heads", lambda: nn.MultiheadAttention(8, 2)(q, q, q, attn_mask=mask.expand(4, 5, 5)))
show("mha padding", lambda: nn.MultiheadAttention(8, 2)(q, q, q, key_padding_mask=padding))
show("mha padding positional", lambda: nn.MultiheadAttention(8, 2)(q, q, q, padding, False, mask))
show("mha mask wrong", lambda: nn.MultiheadAttention(8, 2)(q, q, q, attn_mask=mask[:3]))
show("mha padding wrong", lambda: nn.MultiheadAttention(8, 2)(q, q, q, key_padding_mask=padding[:, :3]))
show("mha heads wrong", lambda: nn.MultiheadAttention(8, 3))
show("mha width wrong", lambda: nn.MultiheadAttention(6, 2)(q, q, q))
show("mha attributes", lambda: read(nn.MultiheadAttention(8, 2, 0.1), "embed_dim", "num_heads", "head_dim",
    "dropout", "kdim",
                                    "vdim", "batch_first", "add_zero_attn", "_qkv_same_embed_dim", "bias_k"))
show("mha out", lambda: [type(nn.MultiheadAttention(8, 2).out_proj).__name__, nn.MultiheadAttention(8,
    2).out_proj.weight])
show("mha dropout", lambda: nn.MultiheadAttention(8, 2, dropout=0.5)(q, q, q))
show("mha eval", lambda: nn.MultiheadAttention(8, 2, dropout=0.5).eval()(q, q, q))
show("mha double", lambda: nn.MultiheadAttention(8, 2, dtype=torch.float64)(q.double(), q.double(), q.double())[0])
show("encoder layer", lambda: [held(nn.TransformerEncoderLayer(**small)), nn.TransformerEncoderLayer(**small)(q)])
show("encoder layer forms", lambda: nn.TransformerEncoderLayer(8, 2, 16, 0.2, "gelu", 1e-6, True, True)(q))
show("encoder layer callable", lambda: nn.TransformerEncoderLayer(8, 2, 16, activation=F.silu)(q))
show("encoder layer masks", lambda: nn.TransformerEncoderLayer(**small)(q, mask, padding))
show("encoder layer keywords", lambda: nn.TransformerEncoderLayer(**small)(src=q, src_mask=mask,
    src_key_padding_mask=padding))
show("encoder layer activation", lambda: nn.TransformerEncoderLayer(8, 2, activation="swish"))
show("encoder layer dtype", lambda: nn.TransformerEncoderLayer(**small, dtype=torch.float64).linear1.weight)
show("encoder layer attributes", lambda: read(nn.TransformerEncoderLayer(**small, norm_first=True), "norm_first"))
show("encoder layer parts", lambda: [name for name, _ in nn.TransformerEncoderLayer(**small).named_children()])
show("encoder layer eval", lambda: nn.TransformerEncoderLayer(**small).eval()(q))
show("decoder layer", lambda: [held(nn.TransformerDecoderLayer(**small)), nn.TransformerDecoderLayer(**small)(q, k)])
show("decoder layer parts", lambda: [name for name, _ in nn.TransformerDecoderLayer(**small).named_children()])
show("decoder layer masks", lambda: nn.TransformerDecoderLayer(**small)(q, k, tgt_mask=mask,
    tgt_key_padding_mask=padding))
show("encoder", lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(**small), 2)(q))
show("encoder norm", lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(**small), 2, nn.LayerNorm(8))(q, mask))
show("encoder held", lambda: len(held(nn.TransformerEncoder(nn.TransformerEncoderLayer(**small), num_layers=3))))
show("encoder names", lambda: held(nn.TransformerEncoder(nn.TransformerEncoderLayer(**small), 2))[-1])
show("encoder attributes", lambda: read(nn.TransformerEncoder(nn.TransformerEncoderLayer(**small), 2), "num_layers",
    "norm"))
show("encoder padding", lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(**small), 2)(q,
    src_key_padding_mask=padding))
show("encoder separate", lambda: (lambda e: e.layers[0].linear1.weight is e.layers[1].linear1.weight)(
    nn.TransformerEncoder(nn.TransformerEncoderLayer(**small), 2)))
show("decoder", lambda: nn.TransformerDecoder(nn.TransformerDecoderLayer(**small), 2)(q, k))
show("decoder masks", lambda: nn.TransformerDecoder(nn.TransformerDecoderLayer(**small), 2, nn.LayerNorm(8))(
    q, k, mask, tgt_key_padding_mask=padding))
show("transformer", lambda: nn.Transformer(8, 2, 1, 1, 16)(k, q))
show("transformer held", lambda: held(nn.Transformer(8, 2, 1, 1, 16))[-4:])
show("transformer attributes", lambda: read(nn.Transformer(8, 2, 1, 1, 16), "d_model", "nhead", "batch_first"))
show("transformer masks", lambda: nn.Transformer(8, 2, 1, 1, 16)(k, q,
    tgt_mask=nn.Transformer.generate_square_subsequent_mask(5)))
show("transformer paddings", lambda: nn.Transformer(8, 2, 1, 1, 16)(
    q, q, src_key_padding_mask=padding, tgt_key_padding_mask=padding, memory_key_padding_mask=padding))
show("transformer batch first", lambda: nn.Transformer(8, 2, 1, 1, 16, batch_first=True)(q, q))
show("transformer batch wrong", lambda: nn.Transformer(8, 2, 1, 1, 16)(k, q[:, :1]))
show("transformer width wrong", lambda: nn.Transformer(6, 2, 1, 1, 16)(k, q))
show("transformer wrong keyword", lambda: nn.Transformer(8, 2, 1, 1, 16)(k, q, mask=mask))
show("transformer custom", lambda: nn.Transformer(8, 2, custom_encoder=nn.Identity(), num_decoder_layers=1).encoder)
show("subsequent mask", lambda: nn.Transformer.generate_square_subsequent_mask(4))
show("subsequent mask of an instance", lambda: nn.Transformer(8, 2, 1, 1, 16).generate_square_subsequent_mask(sz=3))
show("functional", lambda: F.multi_head_attention_forward(
    q, q, q, 8, 2, torch.randn(24, 8), torch.zeros(24), None, None, False, 0.0, torch.randn(8, 8), torch.zeros(8)))
show("functional keywords", lambda: F.multi_head_attention_forward(
    q, k, k, 8, 2, None, torch.zeros(24), None, None, False, 0.0, torch.randn(8,
    8), None, training=False, need_weights=False,
    use_separate_proj_weight=True, q_proj_weight=torch.randn(8, 8), k_proj_weight=torch.randn(8, 8),
    v_proj_weight=torch.randn(8, 8)))
