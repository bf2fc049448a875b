import torch
from torch.nn import functional as F

from fvcore.nn._reduction import reduced


def sigmoid_focal_loss(inputs, targets, alpha=-1, gamma=2, reduction="none"):
    inputs, targets = inputs.float(), targets.float()
    chance = torch.sigmoid(inputs)
    entropy = F.binary_cross_entropy_with_logits(inputs, targets, reduction="none")
    hit = chance * targets + (1 - chance) * (1 - targets)
    loss = entropy * (1 - hit) ** gamma
    if alpha >= 0:
        loss = (alpha * targets + (1 - alpha) * (1 - targets)) * loss
    return reduced(loss, reduction)


sigmoid_focal_loss_jit = sigmoid_focal_loss
