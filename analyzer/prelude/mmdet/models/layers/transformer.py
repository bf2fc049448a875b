"""Encoders and decoders of DETR and of those that followed it. The first dimension is the batch everywhere."""
import torch
from mmcv.cnn import build_norm_layer
from mmcv.cnn.bricks.transformer import FFN, MultiheadAttention
from vramlint_openmmlab.modules import BaseModule, ModuleList


def _attention():
    return dict(embed_dims=256, num_heads=8, dropout=0.0, batch_first=True)


def _feed_forward():
    return dict(embed_dims=256, feedforward_channels=1024, num_fcs=2, ffn_drop=0.0, act_cfg=dict(type="ReLU", inplace=True))


def _batch_first(cfg):
    if "batch_first" not in cfg:
        cfg["batch_first"] = True
    assert cfg["batch_first"] is True, \
        "the layers of mmdet's transformers take the batch first: batch_first must be True"
    return cfg


class _Layer(BaseModule):
    """The parts of every layer: attentions, `ffn`, `norms`."""

    def _finish(self, count):
        self.embed_dims = self.self_attn.embed_dims
        self.ffn = FFN(**self.ffn_cfg)
        self.norms = ModuleList([build_norm_layer(self.norm_cfg, self.embed_dims)[1] for _ in range(count)])


class DetrTransformerEncoderLayer(_Layer):
    def __init__(self, self_attn_cfg=None, ffn_cfg=None, norm_cfg=dict(type="LN"), init_cfg=None):
        super().__init__(init_cfg)
        self.self_attn_cfg = _batch_first(_attention() if self_attn_cfg is None else self_attn_cfg)
        self.ffn_cfg = _feed_forward() if ffn_cfg is None else ffn_cfg
        self.norm_cfg = norm_cfg
        self._init_layers()

    def _init_layers(self):
        self.self_attn = MultiheadAttention(**self.self_attn_cfg)
        self._finish(2)

    def forward(self, query, query_pos, key_padding_mask, **kwargs):
        query = self.self_attn(query=query, key=query, value=query, query_pos=query_pos, key_pos=query_pos,
                               key_padding_mask=key_padding_mask, **kwargs)
        query = self.norms[0](query)
        query = self.ffn(query)
        return self.norms[1](query)


class DeformableDetrTransformerEncoderLayer(DetrTransformerEncoderLayer):
    def _init_layers(self):
        from mmcv.ops import MultiScaleDeformableAttention
        self.self_attn = MultiScaleDeformableAttention(**self.self_attn_cfg)
        self._finish(2)


class DetrTransformerDecoderLayer(_Layer):
    def __init__(self, self_attn_cfg=None, cross_attn_cfg=None, ffn_cfg=None, norm_cfg=dict(type="LN"), init_cfg=None):
        super().__init__(init_cfg)
        self.self_attn_cfg = _batch_first(_attention() if self_attn_cfg is None else self_attn_cfg)
        self.cross_attn_cfg = _batch_first(_attention() if cross_attn_cfg is None else cross_attn_cfg)
        self.ffn_cfg = _feed_forward() if ffn_cfg is None else ffn_cfg
        self.norm_cfg = norm_cfg
        self._init_layers()

    def _init_layers(self):
        self.self_attn = MultiheadAttention(**self.self_attn_cfg)
        self.cross_attn = MultiheadAttention(**self.cross_attn_cfg)
        self._finish(3)

    def _among_queries(self, query, query_pos, mask, kwargs):
        return self.self_attn(query=query, key=query, value=query, query_pos=query_pos, key_pos=query_pos, attn_mask=mask,
                              **kwargs)

    def forward(self, query, key=None, value=None, query_pos=None, key_pos=None, self_attn_mask=None, cross_attn_mask=None,
                key_padding_mask=None, **kwargs):
        query = self._among_queries(query, query_pos, self_attn_mask, kwargs)
        query = self.norms[0](query)
        query = self.cross_attn(query=query, key=key, value=value, query_pos=query_pos, key_pos=key_pos,
                                attn_mask=cross_attn_mask, key_padding_mask=key_padding_mask, **kwargs)
        query = self.norms[1](query)
        query = self.ffn(query)
        return self.norms[2](query)


class Mask2FormerTransformerDecoderLayer(DetrTransformerDecoderLayer):
    """Looks at the image first, then at the other queries."""

    def forward(self, query, key=None, value=None, query_pos=None, key_pos=None, self_attn_mask=None, cross_attn_mask=None,
                key_padding_mask=None, **kwargs):
        query = self.cross_attn(query=query, key=key, value=value, query_pos=query_pos, key_pos=key_pos,
                                attn_mask=cross_attn_mask, key_padding_mask=key_padding_mask, **kwargs)
        query = self.norms[0](query)
        query = self._among_queries(query, query_pos, self_attn_mask, kwargs)
        query = self.norms[1](query)
        query = self.ffn(query)
        return self.norms[2](query)


class DetrTransformerEncoder(BaseModule):
    layer_class = DetrTransformerEncoderLayer

    def __init__(self, num_layers, layer_cfg, num_cp=-1, init_cfg=None):
        super().__init__(init_cfg)
        self.num_layers = num_layers
        self.layer_cfg = layer_cfg
        self.num_cp = num_cp
        assert num_cp <= num_layers
        self._init_layers()

    def _init_layers(self):
        self.layers = ModuleList([self.layer_class(**self.layer_cfg) for _ in range(self.num_layers)])
        if self.num_cp > 0:
            import _vramlint
            _vramlint.unsupported("checkpointed layers of a DETR encoder (fairscale) are not described")
        self.embed_dims = self.layers[0].embed_dims

    def forward(self, query, query_pos, key_padding_mask, **kwargs):
        for layer in self.layers:
            query = layer(query, query_pos, key_padding_mask, **kwargs)
        return query


class DeformableDetrTransformerEncoder(DetrTransformerEncoder):
    layer_class = DeformableDetrTransformerEncoderLayer

    def forward(self, query, query_pos, key_padding_mask, spatial_shapes, level_start_index, valid_ratios, **kwargs):
        points = self.get_encoder_reference_points(spatial_shapes, valid_ratios, device=query.device)
        return _through(self.layers, query, query_pos, key_padding_mask, spatial_shapes, level_start_index, valid_ratios,
                        points, kwargs)

    @staticmethod
    def get_encoder_reference_points(spatial_shapes, valid_ratios, device):
        import _vramlint
        _vramlint.unsupported("the reference points of a deformable DETR encoder are not described")


class Mask2FormerTransformerEncoder(DeformableDetrTransformerEncoder):
    def forward(self, query, query_pos, key_padding_mask, spatial_shapes, level_start_index, valid_ratios, reference_points,
                **kwargs):
        return _through(self.layers, query, query_pos, key_padding_mask, spatial_shapes, level_start_index, valid_ratios,
                        reference_points, kwargs)


def _through(layers, query, query_pos, key_padding_mask, spatial_shapes, level_start_index, valid_ratios, points, kwargs):
    for layer in layers:
        query = layer(query=query, query_pos=query_pos, key_padding_mask=key_padding_mask, spatial_shapes=spatial_shapes,
                      level_start_index=level_start_index, valid_ratios=valid_ratios, reference_points=points, **kwargs)
    return query


class DetrTransformerDecoder(BaseModule):
    layer_class = DetrTransformerDecoderLayer

    def __init__(self, num_layers, layer_cfg, post_norm_cfg=dict(type="LN"), return_intermediate=True, init_cfg=None):
        super().__init__(init_cfg)
        self.layer_cfg = layer_cfg
        self.num_layers = num_layers
        self.post_norm_cfg = post_norm_cfg
        self.return_intermediate = return_intermediate
        self._init_layers()

    def _init_layers(self):
        self.layers = ModuleList([self.layer_class(**self.layer_cfg) for _ in range(self.num_layers)])
        self.embed_dims = self.layers[0].embed_dims
        self.post_norm = build_norm_layer(self.post_norm_cfg, self.embed_dims)[1]

    def forward(self, query, key, value, query_pos, key_pos, key_padding_mask, **kwargs):
        seen = []
        for layer in self.layers:
            query = layer(query, key=key, value=value, query_pos=query_pos, key_pos=key_pos,
                          key_padding_mask=key_padding_mask, **kwargs)
            if self.return_intermediate:
                seen.append(self.post_norm(query))
        query = self.post_norm(query)
        return torch.stack(seen) if self.return_intermediate else query.unsqueeze(0)


class Mask2FormerTransformerDecoder(DetrTransformerDecoder):
    layer_class = Mask2FormerTransformerDecoderLayer
