import _vramlint
import torch


def _offsets(boxes, offset):
    return boxes if offset == 0 else torch.cat((boxes[:, :2], boxes[:, 2:] + offset), dim=1)


def nms(boxes, scores, iou_threshold, offset=0, score_threshold=0, max_num=-1):
    assert boxes.size(1) == 4
    assert boxes.size(0) == scores.size(0)
    assert offset in (0, 1)
    if score_threshold > 0:
        _vramlint.unsupported("mmcv.ops.nms with a score threshold: how many boxes pass depends on the data")
    kept = _vramlint.op("mmcv.ops.nms_", boxes, scores, float(iou_threshold))
    if max_num > 0:
        kept = kept[:max_num]
    return torch.cat((boxes[kept], scores[kept].reshape(-1, 1)), dim=1), kept


def batched_nms(boxes, scores, idxs, nms_cfg, class_agnostic=False):
    _vramlint.unsupported("mmcv.ops.batched_nms: how many boxes pass depends on the data")
