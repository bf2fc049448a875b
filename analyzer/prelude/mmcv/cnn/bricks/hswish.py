from torch import nn


class HSwish(nn.Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.act = nn.ReLU6(inplace)

    def forward(self, x):
        return x * self.act(x + 3) / 6
