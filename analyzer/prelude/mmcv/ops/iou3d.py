"""Overlaps of boxes in space, and which of them are kept (mmcv 2.2, ops/iou3d.py and csrc/pytorch/cuda/iou3d_cuda.cu). How
many are kept depends on the data: half of them is taken."""
import _vramlint
import torch


@torch.no_grad()
def boxes_overlap_bev(boxes_a, boxes_b):
    contiguous = boxes_a.contiguous(), boxes_b.contiguous()
    return boxes_a.new_zeros((boxes_a.shape[0], boxes_b.shape[0]))


def _ends(boxes, shape):
    half = boxes[:, 5] / 2
    return (boxes[:, 2] + half).view(shape), (boxes[:, 2] - half).view(shape)


def _volume(boxes, shape):
    return (boxes[:, 3] * boxes[:, 4] * boxes[:, 5]).view(shape)


def boxes_iou3d(boxes_a, boxes_b):
    assert boxes_a.shape[1] == boxes_b.shape[1] == 7, "Input boxes shape should be (N, 7)"
    top_a, bottom_a = _ends(boxes_a, (-1, 1))
    top_b, bottom_b = _ends(boxes_b, (1, -1))
    overlaps = boxes_overlap_bev(boxes_a, boxes_b)
    height = torch.clamp(torch.min(top_a, top_b) - torch.max(bottom_a, bottom_b), min=0)
    overlaps = overlaps * height
    return overlaps / torch.clamp(_volume(boxes_a, (-1, 1)) + _volume(boxes_b, (1, -1)) - overlaps, min=1e-6)


def kept_of(count):
    return _vramlint.between(_vramlint.fewer(1, count), (count + 1) // 2, count)


@torch.no_grad()
def nms3d(boxes, scores, iou_threshold):
    assert boxes.size(1) == 7, "Input boxes shape should be (N, 7)"
    order = scores.sort(0, descending=True)[1]
    boxes = boxes[order].contiguous()
    count = boxes.size(0)
    kept = boxes.new_zeros(count, dtype=torch.long)
    suppressed = boxes.new_empty((count, (count + 63) // 64), dtype=torch.long)  # a bit for each pair
    return order[kept[:kept_of(count)]].contiguous()


nms3d_normal = nms3d


def boxes_iou_bev(boxes_a, boxes_b):
    from mmcv.ops.box_iou_rotated import box_iou_rotated
    return box_iou_rotated(_centered(boxes_a), _centered(boxes_b))


def _centered(boxes):
    return torch.stack(((boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2, boxes[:, 2] - boxes[:, 0],
                        boxes[:, 3] - boxes[:, 1], boxes[:, 4]), dim=-1)


def nms_bev(boxes, scores, thresh, pre_max_size=None, post_max_size=None):
    from mmcv.ops.nms import nms_rotated
    assert boxes.size(1) == 5, "Input boxes shape should be (N, 5)"
    order = scores.sort(0, descending=True)[1][:pre_max_size]
    kept = order[nms_rotated(_centered(boxes)[order], scores[order], thresh)[1]]
    return kept[:post_max_size]


def nms_normal_bev(boxes, scores, thresh):
    from mmcv.ops.nms import nms
    assert boxes.shape[1] == 5, "Input boxes shape should be (N, 5)"
    return nms(boxes[:, :-1], scores, thresh)[1]
