import _vramlint
import torch
from torch import nn
from torch.nn.modules.utils import _pair


def rois_of(boxes):
    """A list of boxes for each picture as rows that begin with the picture's number."""
    numbers = [torch.full_like(each[:, :1], number) for number, each in enumerate(boxes)]
    return torch.cat((torch.cat(numbers), torch.cat(list(boxes))), dim=1)


def roi_align(input, boxes, output_size, spatial_scale=1.0, sampling_ratio=-1, aligned=False):
    rois = boxes if isinstance(boxes, torch.Tensor) else rois_of(boxes)
    height, width = _pair(output_size)
    return _vramlint.op("torchvision.ops.roi_align", input, rois, float(spatial_scale), height, width, sampling_ratio, aligned)


class RoIAlign(nn.Module):
    def __init__(self, output_size, spatial_scale, sampling_ratio, aligned=False):
        super().__init__()
        self.output_size = output_size
        self.spatial_scale = spatial_scale
        self.sampling_ratio = sampling_ratio
        self.aligned = aligned

    def forward(self, input, rois):
        return roi_align(input, rois, self.output_size, self.spatial_scale, self.sampling_ratio, self.aligned)
