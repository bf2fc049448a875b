"""Which points lie in which boxes (mmcv 2.2, ops/points_in_boxes.py)."""
import torch


def _check(points, boxes):
    assert points.shape[0] == boxes.shape[0], \
        f"Points and boxes should have the same batch size, but got {points.shape[0]} and {boxes.shape[0]}"
    assert boxes.shape[2] == 7, f"boxes dimension should be 7, but got unexpected shape {boxes.shape[2]}"
    assert points.shape[2] == 3, f"points dimension should be 3, but got unexpected shape {points.shape[2]}"


@torch.no_grad()
def points_in_boxes_part(points, boxes):
    _check(points, boxes)
    found = points.new_zeros((points.shape[0], points.shape[1]), dtype=torch.int).fill_(-1)
    contiguous = boxes.contiguous(), points.contiguous()
    return found


@torch.no_grad()
def points_in_boxes_cpu(points, boxes):
    _check(points, boxes)
    return points.new_zeros((points.shape[0], boxes.shape[1], points.shape[1]), dtype=torch.int).transpose(1, 2)


@torch.no_grad()
def points_in_boxes_all(points, boxes):
    _check(points, boxes)
    found = points.new_zeros((points.shape[0], points.shape[1], boxes.shape[1]), dtype=torch.int).fill_(0)
    contiguous = boxes.contiguous(), points.contiguous()
    return found
