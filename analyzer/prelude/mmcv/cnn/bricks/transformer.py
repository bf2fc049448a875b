import copy
import math
import warnings
from collections.abc import Sequence as _Sequence

import torch
from mmcv._line import old
from mmcv.cnn.bricks._building import built
from mmcv.cnn.bricks.activation import build_activation_layer
from mmcv.cnn.bricks.conv import build_conv_layer
from mmcv.cnn.bricks.drop import build_dropout
from mmcv.cnn.bricks.norm import build_norm_layer
from mmcv.cnn.bricks.scale import LayerScale
from mmcv.cnn.bricks.wrappers import Linear
from torch import nn
from torch.nn import functional as F
from vramlint_openmmlab.checks import deprecated_api_warning, to_2tuple
from vramlint_openmmlab.config_dict import ConfigDict
from vramlint_openmmlab.modules import BaseModule, ModuleList, Sequential


def __getattr__(name):
    if name == "MultiScaleDeformableAttention":
        from mmcv.ops.multi_scale_deform_attn import MultiScaleDeformableAttention
        return MultiScaleDeformableAttention
    if old and name in ("ATTENTION", "FEEDFORWARD_NETWORK", "POSITIONAL_ENCODING", "TRANSFORMER_LAYER",
                        "TRANSFORMER_LAYER_SEQUENCE"):
        from mmcv.cnn.bricks import registry
        return getattr(registry, name)
    if not old and name == "MODELS":
        from mmengine.registry import MODELS
        return MODELS
    raise AttributeError(f"module 'mmcv.cnn.bricks.transformer' has no attribute '{name}'")


def build_positional_encoding(cfg, default_args=None):
    return built("POSITIONAL_ENCODING", cfg, default_args)


def build_attention(cfg, default_args=None):
    return built("ATTENTION", cfg, default_args)


def build_feedforward_network(cfg, default_args=None):
    return built("FEEDFORWARD_NETWORK", cfg, default_args)


def build_transformer_layer(cfg, default_args=None):
    return built("TRANSFORMER_LAYER", cfg, default_args)


def build_transformer_layer_sequence(cfg, default_args=None):
    return built("TRANSFORMER_LAYER_SEQUENCE", cfg, default_args)


class AdaptivePadding(nn.Module):
    def __init__(self, kernel_size=1, stride=1, dilation=1, padding="corner"):
        super().__init__()
        assert padding in ("same", "corner")
        self.padding = padding
        self.kernel_size = to_2tuple(kernel_size)
        self.stride = to_2tuple(stride)
        self.dilation = to_2tuple(dilation)

    def get_pad_shape(self, input_shape):
        missing = []
        for size, kernel, stride, dilation in zip(input_shape, self.kernel_size, self.stride, self.dilation):
            outputs = math.ceil(size / stride)
            missing.append(max((outputs - 1) * stride + (kernel - 1) * dilation + 1 - size, 0))
        return tuple(missing)

    def forward(self, x):
        height, width = self.get_pad_shape(x.size()[-2:])
        if height > 0 or width > 0:
            if self.padding == "corner":
                x = F.pad(x, [0, width, 0, height])
            else:
                x = F.pad(x, [width // 2, width - width // 2, height // 2, height - height // 2])
        return x


def _windows(size, padding, dilation, kernel_size, stride):
    return tuple([(size[i] + 2 * padding[i] - dilation[i] * (kernel_size[i] - 1) - 1) // stride[i] + 1 for i in (0, 1)])


class PatchEmbed(BaseModule):
    def __init__(self, in_channels=3, embed_dims=768, conv_type="Conv2d", kernel_size=16, stride=16, padding="corner",
                 dilation=1, bias=True, norm_cfg=None, input_size=None, init_cfg=None):
        super().__init__(init_cfg=init_cfg)
        self.embed_dims = embed_dims
        stride = to_2tuple(kernel_size if stride is None else stride)
        kernel_size, dilation = to_2tuple(kernel_size), to_2tuple(dilation)
        if isinstance(padding, str):
            self.adaptive_padding = AdaptivePadding(kernel_size, stride, dilation, padding)
            padding = 0
        else:
            self.adaptive_padding = None
        padding = to_2tuple(padding)
        self.projection = build_conv_layer(dict(type=conv_type), in_channels=in_channels, out_channels=embed_dims,
                                           kernel_size=kernel_size, stride=stride, padding=padding, dilation=dilation,
                                           bias=bias)
        self.norm = build_norm_layer(norm_cfg, embed_dims)[1] if norm_cfg is not None else None
        self.init_input_size = self.init_out_size = None
        if input_size:
            size = self.init_input_size = to_2tuple(input_size)
            if self.adaptive_padding:
                more = self.adaptive_padding.get_pad_shape(size)
                size = (size[0] + more[0], size[1] + more[1])
            self.init_out_size = _windows(size, padding, dilation, kernel_size, stride)

    def forward(self, x):
        if self.adaptive_padding:
            x = self.adaptive_padding(x)
        x = self.projection(x)
        out_size = (x.shape[2], x.shape[3])
        x = x.flatten(2).transpose(1, 2)
        if self.norm is not None:
            x = self.norm(x)
        return x, out_size


class PatchMerging(BaseModule):
    def __init__(self, in_channels, out_channels, kernel_size=2, stride=None, padding="corner", dilation=1, bias=False,
                 norm_cfg=dict(type="LN"), init_cfg=None):
        super().__init__(init_cfg=init_cfg)
        self.in_channels = in_channels
        self.out_channels = out_channels
        stride = to_2tuple(stride if stride else kernel_size)
        kernel_size, dilation = to_2tuple(kernel_size), to_2tuple(dilation)
        if isinstance(padding, str):
            self.adaptive_padding = AdaptivePadding(kernel_size, stride, dilation, padding)
            padding = 0
        else:
            self.adaptive_padding = None
        self.sampler = nn.Unfold(kernel_size=kernel_size, dilation=dilation, padding=to_2tuple(padding), stride=stride)
        merged = kernel_size[0] * kernel_size[1] * in_channels
        self.norm = build_norm_layer(norm_cfg, merged)[1] if norm_cfg is not None else None
        self.reduction = nn.Linear(merged, out_channels, bias=bias)

    def forward(self, x, input_size):
        batch, length, channels = x.shape
        assert isinstance(input_size, _Sequence), f"Expect input_size is `Sequence` but get {input_size}"
        height, width = input_size
        assert length == height * width, "input feature has wrong size"
        x = x.view(batch, height, width, channels).permute([0, 3, 1, 2])
        if self.adaptive_padding:
            x = self.adaptive_padding(x)
            height, width = x.shape[-2:]
        sampler = self.sampler
        x = sampler(x)
        size = _windows((height, width), sampler.padding, sampler.dilation, sampler.kernel_size, sampler.stride)
        x = x.transpose(1, 2)
        x = self.norm(x) if self.norm else x
        x = self.reduction(x)
        return x, size


class MultiheadAttention(BaseModule):
    def __init__(self, embed_dims, num_heads, attn_drop=0.0, proj_drop=0.0, dropout_layer=dict(type="Dropout", drop_prob=0.0),
                 init_cfg=None, batch_first=False, **kwargs):
        super().__init__(init_cfg)
        if "dropout" in kwargs:
            attn_drop = kwargs.pop("dropout")
            dropout_layer["drop_prob"] = attn_drop
        self.embed_dims = embed_dims
        self.num_heads = num_heads
        self.batch_first = batch_first
        self.attn = nn.MultiheadAttention(embed_dims, num_heads, attn_drop, **kwargs)
        self.proj_drop = nn.Dropout(proj_drop)
        self.dropout_layer = build_dropout(dropout_layer) if dropout_layer else nn.Identity()

    @deprecated_api_warning({"residual": "identity"}, cls_name="MultiheadAttention")
    def forward(self, query, key=None, value=None, identity=None, query_pos=None, key_pos=None, attn_mask=None,
                key_padding_mask=None, **kwargs):
        if key is None:
            key = query
        if value is None:
            value = key
        if identity is None:
            identity = query
        if key_pos is None and query_pos is not None and query_pos.shape == key.shape:
            key_pos = query_pos
        if query_pos is not None:
            query = query + query_pos
        if key_pos is not None:
            key = key + key_pos
        # nn.MultiheadAttention stays sequence first whatever batch_first says: the inputs are turned here.
        if self.batch_first:
            query = query.transpose(0, 1)
            key = key.transpose(0, 1)
            value = value.transpose(0, 1)
        out = self.attn(query=query, key=key, value=value, attn_mask=attn_mask, key_padding_mask=key_padding_mask)[0]
        if self.batch_first:
            out = out.transpose(0, 1)
        return identity + self.dropout_layer(self.proj_drop(out))


class FFN(BaseModule):
    @deprecated_api_warning({"dropout": "ffn_drop", "add_residual": "add_identity"}, cls_name="FFN")
    def __init__(self, embed_dims=256, feedforward_channels=1024, num_fcs=2, act_cfg=dict(type="ReLU", inplace=True),
                 ffn_drop=0.0, dropout_layer=None, add_identity=True, init_cfg=None, **kwargs):
        super().__init__(init_cfg)
        scale = _layer_scale_of(kwargs)
        assert num_fcs >= 2, f"num_fcs should be no less than 2. got {num_fcs}."
        self.embed_dims = embed_dims
        self.feedforward_channels = feedforward_channels
        self.num_fcs = num_fcs
        if old:
            self.act_cfg = act_cfg
            self.activate = build_activation_layer(act_cfg)
        layers = []
        width = embed_dims
        for _ in range(num_fcs - 1):
            activation = self.activate if old else build_activation_layer(act_cfg)
            layers.append(Sequential(Linear(width, feedforward_channels), activation, nn.Dropout(ffn_drop)))
            width = feedforward_channels
        layers += [Linear(feedforward_channels, embed_dims), nn.Dropout(ffn_drop)]
        self.layers = Sequential(*layers)
        self.dropout_layer = build_dropout(dropout_layer) if dropout_layer else nn.Identity()
        self.add_identity = add_identity
        if not old:
            self.gamma2 = LayerScale(embed_dims, scale=scale) if scale > 0 else nn.Identity()

    @deprecated_api_warning({"residual": "identity"}, cls_name="FFN")
    def forward(self, x, identity=None):
        out = self.layers(x)
        if not old:
            out = self.gamma2(out)
        if not self.add_identity:
            return self.dropout_layer(out)
        if identity is None:
            identity = x
        return identity + self.dropout_layer(out)


def _layer_scale_of(options):
    """2.x knows layer_scale_init_value and nothing else; 1.x takes anything and uses nothing of it."""
    if old:
        return 0.0
    scale = options.pop("layer_scale_init_value", 0.0)
    if options:
        raise TypeError(f"__init__() got an unexpected keyword argument '{list(options)[0]}'")
    return scale


_operations = ["self_attn", "norm", "ffn", "cross_attn"]
_moved = dict(feedforward_channels="feedforward_channels", ffn_dropout="ffn_drop", ffn_num_fcs="num_fcs")


class BaseTransformerLayer(BaseModule):
    def __init__(self, attn_cfgs=None, ffn_cfgs=dict(type="FFN", embed_dims=256, feedforward_channels=1024, num_fcs=2,
                                                     ffn_drop=0.0, act_cfg=dict(type="ReLU", inplace=True)),
                 operation_order=None, norm_cfg=dict(type="LN"), init_cfg=None, batch_first=False, **kwargs):
        for was, now in _moved.items():
            if was in kwargs:
                ffn_cfgs[now] = kwargs[was]
        super().__init__(init_cfg)
        self.batch_first = batch_first
        assert set(operation_order) & set(_operations) == set(operation_order), \
            f"The operation_order of {type(self).__name__} should contains all four operation type {_operations}"
        self.num_attn = operation_order.count("self_attn") + operation_order.count("cross_attn")
        self.operation_order = operation_order
        self.norm_cfg = norm_cfg
        self.pre_norm = operation_order[0] == "norm"
        self.attentions = self._make_attentions(attn_cfgs)
        self.embed_dims = self.attentions[0].embed_dims
        self.ffns = self._make_ffns(ffn_cfgs)
        self.norms = ModuleList([build_norm_layer(norm_cfg, self.embed_dims)[1] for _ in range(operation_order.count("norm"))])

    def _make_attentions(self, attn_cfgs):
        if isinstance(attn_cfgs, dict):
            attn_cfgs = [copy.deepcopy(attn_cfgs) for _ in range(self.num_attn)]
        else:
            assert self.num_attn == len(attn_cfgs), (f"The length of attn_cfg {self.num_attn} is not consistent with the number "
                                                     f"of attentionin operation_order {self.operation_order}.")
        made = ModuleList()
        wanted = [name for name in self.operation_order if name in ("self_attn", "cross_attn")]
        for name, cfg in zip(wanted, attn_cfgs):
            if "batch_first" in cfg:
                assert self.batch_first == cfg["batch_first"]
            else:
                cfg["batch_first"] = self.batch_first
            attention = build_attention(cfg)
            attention.operation_name = name
            made.append(attention)
        return made

    def _make_ffns(self, ffn_cfgs):
        count = self.operation_order.count("ffn")
        if isinstance(ffn_cfgs, dict):
            ffn_cfgs = [copy.deepcopy(ConfigDict(ffn_cfgs)) for _ in range(count)]
        assert len(ffn_cfgs) == count
        made = ModuleList()
        for cfg in ffn_cfgs:
            if "embed_dims" not in cfg:
                cfg["embed_dims"] = self.embed_dims
            else:
                assert cfg["embed_dims"] == self.embed_dims
            made.append(build_feedforward_network(cfg, dict(type="FFN")))
        return made

    def _masks(self, attn_masks):
        if attn_masks is None:
            return [None] * self.num_attn
        if isinstance(attn_masks, torch.Tensor):
            warnings.warn(f"Use same attn_mask in all attentions in {type(self).__name__} ")
            return [copy.deepcopy(attn_masks) for _ in range(self.num_attn)]
        assert len(attn_masks) == self.num_attn, (f"The length of attn_masks {len(attn_masks)} must be equal to the number of "
                                                  f"attention in operation_order {self.num_attn}")
        return attn_masks

    def forward(self, query, key=None, value=None, query_pos=None, key_pos=None, attn_masks=None, query_key_padding_mask=None,
                key_padding_mask=None, **kwargs):
        attentions, norms, ffns = iter(self.attentions), iter(self.norms), iter(self.ffns)
        masks = iter(self._masks(attn_masks))
        identity = query
        for layer in self.operation_order:
            if layer == "self_attn":
                query = next(attentions)(query, query, query, identity if self.pre_norm else None, query_pos=query_pos,
                                         key_pos=query_pos, attn_mask=next(masks), key_padding_mask=query_key_padding_mask,
                                         **kwargs)
                identity = query
            elif layer == "norm":
                query = next(norms)(query)
            elif layer == "cross_attn":
                query = next(attentions)(query, key, value, identity if self.pre_norm else None, query_pos=query_pos,
                                         key_pos=key_pos, attn_mask=next(masks), key_padding_mask=key_padding_mask, **kwargs)
                identity = query
            elif layer == "ffn":
                query = next(ffns)(query, identity if self.pre_norm else None)
        return query


class TransformerLayerSequence(BaseModule):
    def __init__(self, transformerlayers=None, num_layers=None, init_cfg=None):
        super().__init__(init_cfg)
        if isinstance(transformerlayers, dict):
            transformerlayers = [copy.deepcopy(transformerlayers) for _ in range(num_layers)]
        else:
            assert isinstance(transformerlayers, list) and len(transformerlayers) == num_layers
        self.num_layers = num_layers
        self.layers = ModuleList([build_transformer_layer(layer) for layer in transformerlayers])
        self.embed_dims = self.layers[0].embed_dims
        self.pre_norm = self.layers[0].pre_norm

    def forward(self, query, key, value, query_pos=None, key_pos=None, attn_masks=None, query_key_padding_mask=None,
                key_padding_mask=None, **kwargs):
        for layer in self.layers:
            query = layer(query, key, value, query_pos=query_pos, key_pos=key_pos, attn_masks=attn_masks,
                          query_key_padding_mask=query_key_padding_mask, key_padding_mask=key_padding_mask, **kwargs)
        return query
