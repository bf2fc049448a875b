# Numbers that constructors compute with small tensors, and then build layers by.
import math

import torch


def widths_of(slope, initial, multiple, depth, quantum=8):
    continuous = torch.arange(depth, dtype=torch.float32) * slope + initial
    exponents = torch.round(torch.log(continuous / initial) / math.log(multiple))
    widths = torch.round((initial * torch.pow(multiple, exponents)) / quantum) * quantum
    return widths.int().tolist(), len(torch.unique(widths)), int(exponents.max().item()) + 1


print(widths_of(26.31, 48, 2.25, 25))
print(widths_of(38.65, 96, 2.43, 15))
print(torch.unique(torch.tensor([3, 1, 2, 1, 3])).tolist())
print(torch.unique(torch.tensor([[3, 1], [1, 3]]), return_counts=True)[0].shape)
print(torch.tensor([[1, 5, 2], [7, 0, 3]]).max(0).values.tolist(), torch.tensor([[1, 5, 2], [7, 0, 3]]).max(1)[0].tolist())
print(torch.tensor([[1, 5, 2], [7, 0, 3]]).min(0).values.tolist())
print(torch.div(torch.tensor([7, -7, 8]), 2, rounding_mode="floor").tolist(), torch.div(torch.tensor([7, -7, 8]), 2, rounding_mode="trunc").tolist())
print(torch.stack([torch.tensor(3), torch.tensor(4)]).tolist(), torch.stack([torch.tensor([1, 2]), torch.tensor([3, 4])], 1).tolist())
print(torch.max(torch.tensor([1, 9]), torch.tensor([5, 2])).tolist())
print([part.tolist() for part in torch.unique(torch.tensor([48, 112, 112, 240, 240, 240]), return_inverse=True, return_counts=True)])
print(isinstance(torch.unique(torch.tensor([float("nan"), 1.0, float("nan")]), return_counts=True)[1], torch.Tensor))
