from functools import partial

from torch import nn

from timm.layers.helpers import to_2tuple


class Mlp(nn.Module):
    def __init__(self, in_features, hidden_features=None, out_features=None, act_layer=nn.GELU, norm_layer=None, bias=True,
                 drop=0.0, use_conv=False, **options):
        super().__init__()
        hidden = hidden_features or in_features
        bias, drop = to_2tuple(bias), to_2tuple(drop)
        layer = partial(nn.Conv2d, kernel_size=1) if use_conv else nn.Linear
        self.fc1 = layer(in_features, hidden, bias=bias[0])
        self.act = act_layer()
        self.drop1 = nn.Dropout(drop[0])
        self.norm = norm_layer(hidden) if norm_layer is not None else nn.Identity()
        self.fc2 = layer(hidden, out_features or in_features, bias=bias[1])
        self.drop2 = nn.Dropout(drop[1])

    def forward(self, x):
        x = self.drop1(self.act(self.fc1(x)))
        return self.drop2(self.fc2(self.norm(x)))


class GluMlp(nn.Module):
    def __init__(self, in_features, hidden_features=None, out_features=None, act_layer=nn.Sigmoid, norm_layer=None, bias=True,
                 drop=0.0, use_conv=False, gate_last=True, **options):
        super().__init__()
        hidden = hidden_features or in_features
        assert hidden % 2 == 0
        bias, drop = to_2tuple(bias), to_2tuple(drop)
        layer = partial(nn.Conv2d, kernel_size=1) if use_conv else nn.Linear
        self.chunk_dim = 1 if use_conv else -1
        self.gate_last = gate_last
        self.fc1 = layer(in_features, hidden, bias=bias[0])
        self.act = act_layer()
        self.drop1 = nn.Dropout(drop[0])
        self.norm = norm_layer(hidden // 2) if norm_layer is not None else nn.Identity()
        self.fc2 = layer(hidden // 2, out_features or in_features, bias=bias[1])
        self.drop2 = nn.Dropout(drop[1])

    def forward(self, x):
        first, second = self.fc1(x).chunk(2, dim=self.chunk_dim)
        x = first * self.act(second) if self.gate_last else self.act(first) * second
        return self.drop2(self.fc2(self.norm(self.drop1(x))))


class ConvMlp(nn.Module):
    def __init__(self, in_features, hidden_features=None, out_features=None, act_layer=nn.ReLU, norm_layer=None, bias=True,
                 drop=0.0, **options):
        super().__init__()
        hidden = hidden_features or in_features
        bias = to_2tuple(bias)
        self.fc1 = nn.Conv2d(in_features, hidden, kernel_size=1, bias=bias[0])
        self.norm = norm_layer(hidden) if norm_layer else nn.Identity()
        self.act = act_layer()
        self.drop = nn.Dropout(drop)
        self.fc2 = nn.Conv2d(hidden, out_features or in_features, kernel_size=1, bias=bias[1])

    def forward(self, x):
        return self.fc2(self.drop(self.act(self.norm(self.fc1(x)))))
