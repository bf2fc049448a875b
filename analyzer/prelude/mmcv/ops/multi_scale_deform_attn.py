import _vramlint
import torch
from mmcv._line import old
from torch import nn
from torch.nn import functional as F
from vramlint_openmmlab.checks import deprecated_api_warning
from vramlint_openmmlab.modules import BaseModule


def multi_scale_deformable_attn_pytorch(value, value_spatial_shapes, sampling_locations, attention_weights):
    batch, _, heads, width = value.shape
    _, queries, heads, levels, points, _ = sampling_locations.shape
    values = value.split([height * across for height, across in value_spatial_shapes], dim=1)
    grids = 2 * sampling_locations - 1
    sampled = []
    for level, (height, across) in enumerate(value_spatial_shapes):
        image = values[level].flatten(2).transpose(1, 2).reshape(batch * heads, width, height, across)
        grid = grids[:, :, :, level].transpose(1, 2).flatten(0, 1)
        sampled.append(F.grid_sample(image, grid, mode="bilinear", padding_mode="zeros", align_corners=False))
    weights = attention_weights.transpose(1, 2).reshape(batch * heads, 1, queries, levels * points)
    output = (torch.stack(sampled, dim=-2).flatten(-2) * weights).sum(-1).view(batch, heads * width, queries)
    return output.transpose(1, 2).contiguous()


class MultiScaleDeformableAttnFunction:
    @staticmethod
    def apply(value, spatial_shapes, level_start_index, sampling_locations, attention_weights, im2col_step):
        return _vramlint.op("mmcv.ops.ms_deform_attn", value, spatial_shapes, level_start_index,
                            sampling_locations.type_as(value), attention_weights.type_as(value), im2col_step)


class MultiScaleDeformableAttention(BaseModule):
    def __init__(self, embed_dims=256, num_heads=8, num_levels=4, num_points=4, im2col_step=64, dropout=0.1, batch_first=False,
                 norm_cfg=None, init_cfg=None, value_proj_ratio=1.0):
        super().__init__(init_cfg)
        if old and value_proj_ratio != 1.0:
            raise TypeError("__init__() got an unexpected keyword argument 'value_proj_ratio'")
        if embed_dims % num_heads != 0:
            raise ValueError(f"embed_dims must be divisible by num_heads, but got {embed_dims} and {num_heads}")
        self.norm_cfg = norm_cfg
        self.dropout = nn.Dropout(dropout)
        self.batch_first = batch_first
        self.im2col_step = im2col_step
        self.embed_dims = embed_dims
        self.num_levels = num_levels
        self.num_heads = num_heads
        self.num_points = num_points
        self.sampling_offsets = nn.Linear(embed_dims, num_heads * num_levels * num_points * 2)
        self.attention_weights = nn.Linear(embed_dims, num_heads * num_levels * num_points)
        inner = int(embed_dims * value_proj_ratio)
        self.value_proj = nn.Linear(embed_dims, inner)
        self.output_proj = nn.Linear(inner, embed_dims)

    def init_weights(self):
        self._is_init = True

    def _locations(self, reference_points, offsets, spatial_shapes):
        if reference_points.shape[-1] == 2:
            normalizer = torch.stack([spatial_shapes[..., 1], spatial_shapes[..., 0]], -1)
            return reference_points[:, :, None, :, None, :] + offsets / normalizer[None, None, None, :, None, :]
        if reference_points.shape[-1] == 4:
            return (reference_points[:, :, None, :, None, :2]
                    + offsets / self.num_points * reference_points[:, :, None, :, None, 2:] * 0.5)
        raise ValueError(f"Last dim of reference_points must be 2 or 4, but get {reference_points.shape[-1]} instead.")

    @deprecated_api_warning({"residual": "identity"}, cls_name="MultiScaleDeformableAttention")
    def forward(self, query, key=None, value=None, identity=None, query_pos=None, key_padding_mask=None, reference_points=None,
                spatial_shapes=None, level_start_index=None, **kwargs):
        if value is None:
            value = query
        if identity is None:
            identity = query
        if query_pos is not None:
            query = query + query_pos
        if not self.batch_first:
            query = query.permute(1, 0, 2)
            value = value.permute(1, 0, 2)
        batch, queries, _ = query.shape
        _, values, _ = value.shape
        value = self.value_proj(value)
        if key_padding_mask is not None:
            value = value.masked_fill(key_padding_mask[..., None], 0.0)
        value = value.view(batch, values, self.num_heads, -1)
        offsets = self.sampling_offsets(query).view(batch, queries, self.num_heads, self.num_levels, self.num_points, 2)
        weights = self.attention_weights(query).view(batch, queries, self.num_heads, self.num_levels * self.num_points)
        weights = weights.softmax(-1).view(batch, queries, self.num_heads, self.num_levels, self.num_points)
        locations = self._locations(reference_points, offsets, spatial_shapes)
        output = MultiScaleDeformableAttnFunction.apply(value, spatial_shapes, level_start_index, locations, weights,
                                                        self.im2col_step)
        output = self.output_proj(output)
        if not self.batch_first:
            output = output.permute(1, 0, 2)
        return self.dropout(output) + identity
