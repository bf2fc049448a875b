import torch

from fvcore.nn._reduction import reduced


def giou_loss(boxes1, boxes2, reduction="none", eps=1e-7):
    left, top, right, bottom = boxes1.unbind(dim=-1)
    left2, top2, right2, bottom2 = boxes2.unbind(dim=-1)
    wide = torch.min(right, right2) - torch.max(left, left2)
    high = torch.min(bottom, bottom2) - torch.max(top, top2)
    both = torch.zeros_like(left)
    meets = (wide > 0) & (high > 0)
    both[meets] = wide[meets] * high[meets]
    union = (right - left) * (bottom - top) + (right2 - left2) * (bottom2 - top2) - both
    hull = (torch.max(right, right2) - torch.min(left, left2)) * (torch.max(bottom, bottom2) - torch.min(top, top2))
    return reduced(1 - (both / (union + eps) - (hull - union) / (hull + eps)), reduction)
