"""How many boxes pass depends on the data: as many as come in at most, `max_num` where that is given."""
import _vramlint
import torch


def _offsets(boxes, offset):
    return boxes if offset == 0 else torch.cat((boxes[:, :2], boxes[:, 2:] + offset), dim=1)


def nms(boxes, scores, iou_threshold, offset=0, score_threshold=0, max_num=-1):
    assert boxes.size(1) == 4
    assert boxes.size(0) == scores.size(0)
    assert offset in (0, 1)
    kept = _vramlint.op("mmcv.ops.nms_", boxes, scores, float(iou_threshold))
    if max_num > 0:
        kept = kept[:max_num]
    return torch.cat((boxes[kept], scores[kept].reshape(-1, 1)), dim=1), kept


def nms_match(dets, iou_threshold):
    """Boxes in groups that suppress each other: all in one, which no group exceeds."""
    if dets.shape[0] == 0:
        return []
    _vramlint.assume("mmcv.ops.nms_match: all boxes are taken to be one group")
    return [_vramlint.op("mmcv.ops.nms_", dets[:, :4], dets[:, 4], float(iou_threshold))]


def batched_nms(boxes, scores, idxs, nms_cfg, class_agnostic=False):
    """Boxes of different groups are moved apart, so that one call serves all groups."""
    settings = {} if nms_cfg is None else {key: nms_cfg[key] for key in nms_cfg}
    kind = settings.pop("type", "nms")
    split_thr = settings.pop("split_thr", 10000)
    if nms_cfg is None:
        scores, order = scores.sort(descending=True)
        return torch.cat([boxes[order], scores[:, None]], -1), order
    if kind != "nms":
        _vramlint.unsupported(f"mmcv.ops.batched_nms by {kind}: how many boxes pass depends on the data")
    apart = boxes
    if not settings.pop("class_agnostic", class_agnostic):
        offsets = idxs.to(boxes) * (boxes.max() + torch.tensor(1).to(boxes))
        apart = boxes + offsets[:, None]
    if apart.shape[0] < split_thr:
        found, kept = nms(apart, scores, **settings)
        return torch.cat([boxes[kept], found[:, -1:]], -1), kept
    kept = _vramlint.op("mmcv.ops.nms_", apart, scores, float(settings.get("iou_threshold", settings.get("iou_thr", 0.5))))
    found = torch.cat([boxes[kept], scores[kept][:, None]], -1)
    most = settings.get("max_num", -1)
    return (found[:most], kept[:most]) if most > 0 else (found, kept)


def nms_rotated(dets, scores, iou_threshold, labels=None, clockwise=True):
    if dets.shape[0] == 0:
        return dets, None
    turned = dets if clockwise else dets * dets.new_ones(dets.shape[-1])
    joined = turned if labels is None else torch.cat((turned, labels.unsqueeze(1)), 1)
    order = scores.sort(0, descending=True)[1]
    ordered = joined.index_select(0, order)
    kept = _vramlint.op("mmcv.ops.nms_", ordered[:, :4], scores, float(iou_threshold))
    return torch.cat((dets[kept], scores[kept].reshape(-1, 1)), dim=1), kept
