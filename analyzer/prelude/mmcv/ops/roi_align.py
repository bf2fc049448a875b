import _vramlint
from torch import nn
from torch.nn.modules.utils import _pair
from vramlint_openmmlab.checks import deprecated_api_warning


def roi_align(input, rois, output_size, spatial_scale=1.0, sampling_ratio=0, pool_mode="avg", aligned=True):
    assert pool_mode in ("max", "avg")
    return _vramlint.op("mmcv.ops.roi_align", input, rois, _pair(output_size), spatial_scale, sampling_ratio, pool_mode, aligned)


class RoIAlign(nn.Module):
    @deprecated_api_warning({"out_size": "output_size", "sample_num": "sampling_ratio"}, cls_name="RoIAlign")
    def __init__(self, output_size, spatial_scale=1.0, sampling_ratio=0, pool_mode="avg", aligned=True,
                 use_torchvision=False):
        super().__init__()
        self.output_size = _pair(output_size)
        self.spatial_scale = float(spatial_scale)
        self.sampling_ratio = int(sampling_ratio)
        self.pool_mode = pool_mode
        self.aligned = aligned
        self.use_torchvision = use_torchvision

    def forward(self, input, rois):
        if self.use_torchvision:
            from torchvision.ops import roi_align as of_torchvision
            return of_torchvision(input, rois, self.output_size, self.spatial_scale, self.sampling_ratio, self.aligned)
        return roi_align(input, rois, self.output_size, self.spatial_scale, self.sampling_ratio, self.pool_mode, self.aligned)
