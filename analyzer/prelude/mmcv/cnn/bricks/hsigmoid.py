from torch import nn


class HSigmoid(nn.Module):
    def __init__(self, bias=3.0, divisor=6.0, min_value=0.0, max_value=1.0):
        super().__init__()
        assert divisor != 0
        self.bias = bias
        self.divisor = divisor
        self.min_value = min_value
        self.max_value = max_value

    def forward(self, x):
        shifted = (x + self.bias) / self.divisor
        return shifted.clamp_(self.min_value, self.max_value)
