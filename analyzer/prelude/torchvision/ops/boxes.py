"""Boxes as (left, top, right, bottom); how many are kept depends on the data (torchvision/ops/boxes.py, 0.14 to 0.19)."""
import _vramlint
import torch


def nms(boxes, scores, iou_threshold):
    return _vramlint.op("torchvision.ops.nms", boxes, scores, float(iou_threshold))


def batched_nms(boxes, scores, idxs, iou_threshold):
    """Boxes of different groups are moved apart, so that one call serves all groups."""
    if boxes.numel() == 0:
        return torch.empty((0,), dtype=torch.int64, device=boxes.device)
    offsets = idxs.to(boxes) * (boxes.max() + torch.tensor(1).to(boxes))
    return nms(boxes + offsets[:, None], scores, iou_threshold)


def remove_small_boxes(boxes, min_size):
    widths, heights = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    return torch.where((widths >= min_size) & (heights >= min_size))[0]


def clip_boxes_to_image(boxes, size):
    height, width = size
    across, down = boxes[..., 0::2].clamp(min=0, max=width), boxes[..., 1::2].clamp(min=0, max=height)
    return torch.stack((across, down), dim=boxes.dim()).reshape(boxes.shape)


def box_area(boxes):
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def _inter_union(boxes1, boxes2):
    sides = (torch.min(boxes1[:, None, 2:], boxes2[:, 2:]) - torch.max(boxes1[:, None, :2], boxes2[:, :2])).clamp(min=0)
    both = sides[:, :, 0] * sides[:, :, 1]
    return both, box_area(boxes1)[:, None] + box_area(boxes2) - both


def box_iou(boxes1, boxes2):
    both, union = _inter_union(boxes1, boxes2)
    return both / union


def generalized_box_iou(boxes1, boxes2):
    both, union = _inter_union(boxes1, boxes2)
    sides = (torch.max(boxes1[:, None, 2:], boxes2[:, 2:]) - torch.min(boxes1[:, None, :2], boxes2[:, :2])).clamp(min=0)
    hull = sides[:, :, 0] * sides[:, :, 1]
    return both / union - (hull - union) / hull


def box_convert(boxes, in_fmt, out_fmt):
    for form in (in_fmt, out_fmt):
        if form not in ("xyxy", "xywh", "cxcywh"):
            raise ValueError("Unsupported Bounding Box Conversions for given in_fmt and out_fmt")
    if in_fmt == out_fmt:
        return boxes.clone()
    a, b, c, d = boxes.unbind(-1)
    if in_fmt == "xywh":
        c, d = a + c, b + d
    elif in_fmt == "cxcywh":
        a, b, c, d = a - 0.5 * c, b - 0.5 * d, a + 0.5 * c, b + 0.5 * d
    if out_fmt == "xywh":
        c, d = c - a, d - b
    elif out_fmt == "cxcywh":
        a, b, c, d = (a + c) / 2, (b + d) / 2, c - a, d - b
    return torch.stack((a, b, c, d), dim=-1)


def masks_to_boxes(masks):
    return torch.zeros((masks.shape[0], 4), device=masks.device, dtype=torch.float)
