import _vramlint
import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.modules.utils import _pair


def normalize(grid):
    return (grid + 1.0) / 2.0


def denormalize(grid):
    return grid * 2.0 - 1.0


def generate_grid(num_grid, size, device):
    affine = torch.tensor([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]], device=device)
    grid = normalize(F.affine_grid(affine, torch.Size((1, 1, *size)), align_corners=False))
    return grid.view(1, -1, 2).expand(num_grid, -1, -1)


def rel_roi_point_to_abs_img_point(rois, rel_roi_points):
    with torch.no_grad():
        assert rel_roi_points.size(0) == rois.size(0)
        assert rois.dim() == 2
        assert rel_roi_points.dim() == 3
        assert rel_roi_points.size(2) == 2
        if rois.size(1) == 5:
            rois = rois[:, 1:]
        points = rel_roi_points.clone()
        xs = points[:, :, 0] * (rois[:, None, 2] - rois[:, None, 0])
        ys = points[:, :, 1] * (rois[:, None, 3] - rois[:, None, 1])
        xs += rois[:, None, 0]
        ys += rois[:, None, 1]
        return torch.stack([xs, ys], dim=2)


def get_shape_from_feature_map(x):
    return torch.tensor(x.shape[2:]).flip(0).view(1, 1, 2).to(x.device).float()


def abs_img_point_to_rel_img_point(abs_img_points, img, spatial_scale=1.0):
    assert (isinstance(img, tuple) and len(img) == 2) or (isinstance(img, torch.Tensor) and len(img.shape) == 4)
    if isinstance(img, tuple):
        scale = torch.tensor([img[1], img[0]], dtype=torch.float, device=abs_img_points.device).view(1, 1, 2)
    else:
        scale = get_shape_from_feature_map(img)
    return abs_img_points / scale * spatial_scale


def rel_roi_point_to_rel_img_point(rois, rel_roi_points, img, spatial_scale=1.0):
    return abs_img_point_to_rel_img_point(rel_roi_point_to_abs_img_point(rois, rel_roi_points), img, spatial_scale)


def point_sample(input, points, align_corners=False, **kwargs):
    flat = points.dim() == 3
    if flat:
        points = points.unsqueeze(2)
    output = F.grid_sample(input, denormalize(points), align_corners=align_corners, **kwargs)
    return output.squeeze(3) if flat else output


class SimpleRoIAlign(nn.Module):
    def __init__(self, output_size, spatial_scale, aligned=True):
        super().__init__()
        self.output_size = _pair(output_size)
        self.spatial_scale = float(spatial_scale)
        self.use_torchvision = False
        self.aligned = aligned

    def forward(self, features, rois):
        count, images = rois.size(0), features.size(0)
        points = generate_grid(count, self.output_size, device=rois.device)
        _vramlint.assume("mmcv.ops.SimpleRoIAlign: each image is taken to have as many regions as any other")
        each = count // images
        sampled = []
        for i in range(images):
            here = slice(i * each, (i + 1) * each if i + 1 < images else None)
            image = features[i].unsqueeze(0)
            where = rel_roi_point_to_rel_img_point(rois[here], points[here], image, self.spatial_scale).unsqueeze(0)
            found = point_sample(image, where, align_corners=not self.aligned)
            sampled.append(found.squeeze(0).transpose(0, 1))
        return torch.cat(sampled, dim=0).reshape(count, features.size(1), *self.output_size)
