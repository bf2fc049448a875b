"""ConvNeXt blocks: a depthwise 7x7, two layouts of layer norm, layer scale; stages from a registry with a decorator."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"type": "tiny_net", "dims": [8, 16], "depths": [1, 2], "layer_scale": 1e-6, "classes": 5}
INPUTS = [["float32", [2, 3, 32, 32]]]

MODELS = {}


def register(name=None, **defaults):
    def decorator(cls):
        key = name or cls.__name__.lower()
        if key in MODELS:
            raise KeyError(f"{key} is already registered")
        MODELS[key] = lambda **kwargs: cls(**{**defaults, **kwargs})
        return cls
    return decorator


class LayerNorm(nn.Module):
    def __init__(self, shape, eps=1e-6, data_format="channels_last"):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(shape))
        self.bias = nn.Parameter(torch.zeros(shape))
        self.eps, self.data_format = eps, data_format
        if self.data_format not in ["channels_last", "channels_first"]:
            raise NotImplementedError
        self.normalized_shape = (shape,)

    def forward(self, x):
        if self.data_format == "channels_last":
            return F.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps)
        u = x.mean(1, keepdim=True)
        s = (x - u).pow(2).mean(1, keepdim=True)
        x = (x - u) / torch.sqrt(s + self.eps)
        return self.weight[:, None, None] * x + self.bias[:, None, None]


class Block(nn.Module):
    def __init__(self, dim, layer_scale):
        super().__init__()
        self.dwconv = nn.Conv2d(dim, dim, kernel_size=7, padding=3, groups=dim)
        self.norm = LayerNorm(dim)
        self.pwconv1 = nn.Linear(dim, 4 * dim)
        self.act = nn.GELU()
        self.pwconv2 = nn.Linear(4 * dim, dim)
        self.gamma = nn.Parameter(layer_scale * torch.ones((dim)), requires_grad=True) if layer_scale > 0 else None

    def forward(self, x):
        input = x
        x = self.dwconv(x)
        x = x.permute(0, 2, 3, 1)
        x = self.pwconv2(self.act(self.pwconv1(self.norm(x))))
        if self.gamma is not None:
            x = self.gamma * x
        return input + x.permute(0, 3, 1, 2)


@register("tiny_net", patch=4)
class Net(nn.Module):
    def __init__(self, dims, depths, layer_scale, classes, patch=2):
        super().__init__()
        self.downsample_layers = nn.ModuleList()
        stem = nn.Sequential(nn.Conv2d(3, dims[0], kernel_size=patch, stride=patch),
                             LayerNorm(dims[0], data_format="channels_first"))
        self.downsample_layers.append(stem)
        for i in range(len(dims) - 1):
            self.downsample_layers.append(nn.Sequential(LayerNorm(dims[i], data_format="channels_first"),
                                                        nn.Conv2d(dims[i], dims[i + 1], kernel_size=2, stride=2)))
        self.stages = nn.ModuleList(nn.Sequential(*(Block(d, layer_scale) for _ in range(n)))
                                    for d, n in zip(dims, depths))
        self.norm = nn.LayerNorm(dims[-1], eps=1e-6)
        self.head = nn.Linear(dims[-1], classes)
        self.head.weight.data.mul_(0.5)

    def forward(self, x):
        for down, stage in zip(self.downsample_layers, self.stages):
            x = stage(down(x))
        return self.head(self.norm(x.mean([-2, -1])))


def build(cfg):
    args = dict(cfg)
    return MODELS[args.pop("type")](**args)


def loss(outputs):
    log_probability = F.log_softmax(outputs, dim=-1)
    target = torch.full((outputs.size(0),), 2, dtype=torch.long, device=outputs.device)
    nll = -log_probability.gather(dim=-1, index=target.unsqueeze(1)).squeeze(1)
    smooth = -log_probability.mean(dim=-1)
    return (0.9 * nll + 0.1 * smooth).mean()
