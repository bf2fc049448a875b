import torch

from fvcore.nn._reduction import reduced


def smooth_l1_loss(input, target, beta, reduction="none"):
    distance = torch.abs(input - target)
    if beta >= 1e-5:
        distance = torch.where(distance < beta, 0.5 * distance**2 / beta, distance - 0.5 * beta)
    return reduced(distance, reduction)
