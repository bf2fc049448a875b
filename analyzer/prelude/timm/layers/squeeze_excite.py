from torch import nn

from timm.layers.create_act import create_act_layer
from timm.layers.helpers import make_divisible


class SEModule(nn.Module):
    def __init__(self, channels, rd_ratio=1.0 / 16, rd_channels=None, rd_divisor=8, add_maxpool=False, bias=True,
                 act_layer=nn.ReLU, norm_layer=None, gate_layer="sigmoid"):
        super().__init__()
        self.add_maxpool = add_maxpool
        reduced = rd_channels or make_divisible(channels * rd_ratio, rd_divisor, round_limit=0.0)
        self.fc1 = nn.Conv2d(channels, reduced, kernel_size=1, bias=bias)
        self.bn = norm_layer(reduced) if norm_layer else nn.Identity()
        self.act = create_act_layer(act_layer, inplace=True)
        self.fc2 = nn.Conv2d(reduced, channels, kernel_size=1, bias=bias)
        self.gate = create_act_layer(gate_layer)

    def forward(self, x):
        pooled = x.mean((2, 3), keepdim=True)
        if self.add_maxpool:
            pooled = 0.5 * pooled + 0.5 * x.amax((2, 3), keepdim=True)
        return x * self.gate(self.fc2(self.act(self.bn(self.fc1(pooled)))))


SqueezeExcite = SEModule


class EffectiveSEModule(nn.Module):
    def __init__(self, channels, add_maxpool=False, gate_layer="hard_sigmoid", **options):
        super().__init__()
        self.add_maxpool = add_maxpool
        self.fc = nn.Conv2d(channels, channels, kernel_size=1, padding=0)
        self.gate = create_act_layer(gate_layer)

    def forward(self, x):
        pooled = x.mean((2, 3), keepdim=True)
        if self.add_maxpool:
            pooled = 0.5 * pooled + 0.5 * x.amax((2, 3), keepdim=True)
        return x * self.gate(self.fc(pooled))
