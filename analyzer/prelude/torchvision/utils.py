"""Pictures of a batch side by side, as they are drawn and saved."""

import math

import _run
import torch


def _with_colours(tensor):
    if isinstance(tensor, list):
        tensor = torch.stack(tensor, dim=0)
    if tensor.dim() == 2:
        tensor = tensor.unsqueeze(0)
    if tensor.dim() == 3:
        if tensor.size(0) == 1:
            tensor = torch.cat((tensor, tensor, tensor), 0)
        tensor = tensor.unsqueeze(0)
    if tensor.dim() == 4 and tensor.size(1) == 1:
        tensor = torch.cat((tensor, tensor, tensor), 1)
    return tensor


def _scaled(tensor, value_range, scale_each):
    tensor = tensor.clone()
    for one in tensor if scale_each else [tensor]:
        low, high = value_range if value_range is not None else (0.0, 1.0)
        one.clamp_(min=low, max=high).sub_(low).div_(max(high - low, 1e-5))
    return tensor


@torch.no_grad()
def make_grid(tensor, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0, **options):
    tensor = _with_colours(tensor)
    if normalize:
        tensor = _scaled(tensor, value_range, scale_each)
    if tensor.size(0) == 1:
        return tensor.squeeze(0)
    across = min(nrow, tensor.size(0))
    down = int(math.ceil(float(tensor.size(0)) / across))
    height, width = int(tensor.size(2) + padding), int(tensor.size(3) + padding)
    return tensor.new_full((tensor.size(1), height * down + padding, width * across + padding), pad_value)


@torch.no_grad()
def save_image(tensor, fp, format=None, **options):
    grid = make_grid(tensor, **options)
    grid.mul(255).add_(0.5).clamp_(0, 255).permute(1, 2, 0).to("cpu", torch.uint8).numpy()


def draw_bounding_boxes(image, boxes, *args, **options):
    return image.clone()


draw_segmentation_masks = draw_keypoints = draw_bounding_boxes


def flow_to_image(flow):
    return _run.unknown("torchvision.utils.flow_to_image is not modelled")


def _log_api_usage_once(obj):
    return None


def _make_ntuple(x, n):
    return tuple(x) if isinstance(x, (list, tuple)) else (x,) * n
