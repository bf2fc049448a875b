"""A 3D U-Net with group norm, additive attention gates on its skips, and soft dice with cross entropy."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"in_channels": 1, "classes": 3, "features": [4, 8, 16], "order": "gcl"}
INPUTS = [["float32", [1, 1, 16, 24, 16]]]


def conv_by_letters(before, after, order, groups=2):
    modules = []
    for position, letter in enumerate(order):
        if letter == "c":
            modules.append(("conv", nn.Conv3d(before, after, 3, padding=1, bias="g" not in order)))
        elif letter == "r":
            modules.append(("ReLU", nn.ReLU(inplace=True)))
        elif letter == "l":
            modules.append(("LeakyReLU", nn.LeakyReLU(negative_slope=0.1, inplace=True)))
        elif letter == "g":
            channels = before if position < order.index("c") else after
            modules.append(("groupnorm", nn.GroupNorm(num_groups=groups if channels >= groups else 1,
                                                      num_channels=channels)))
        else:
            raise ValueError(f"Unsupported layer type '{letter}'")
    return modules


class SingleConv(nn.Sequential):
    def __init__(self, before, after, order):
        super(SingleConv, self).__init__()
        for name, module in conv_by_letters(before, after, order):
            self.add_module(name, module)


class DoubleConv(nn.Sequential):
    def __init__(self, before, after, encoder, order):
        middle = max(after // 2, before) if encoder else after
        super().__init__(SingleConv(before, middle, order), SingleConv(middle, after, order))


class AttentionGate(nn.Module):
    def __init__(self, gate_channels, skip_channels, inner):
        super().__init__()
        self.w_gate = nn.Conv3d(gate_channels, inner, kernel_size=1)
        self.w_skip = nn.Conv3d(skip_channels, inner, kernel_size=2, stride=2, bias=False)
        self.psi = nn.Conv3d(inner, 1, kernel_size=1)

    def forward(self, gate, skip):
        q = F.relu(self.w_gate(gate) + self.w_skip(skip), inplace=True)
        alpha = torch.sigmoid(self.psi(q))
        alpha = F.interpolate(alpha, size=skip.size()[2:], mode="trilinear", align_corners=True)
        return skip * alpha


class UNet3D(nn.Module):
    def __init__(self, in_channels, classes, features, order):
        super().__init__()
        self.encoders = nn.ModuleList([DoubleConv(in_channels if i == 0 else features[i - 1], width, True, order)
                                       for i, width in enumerate(features)])
        reverse = list(reversed(features))
        self.gates, self.ups, self.decoders = nn.ModuleList(), nn.ModuleList(), nn.ModuleList()
        for deep, shallow in zip(reverse[:-1], reverse[1:]):
            self.gates.append(AttentionGate(deep, shallow, shallow // 2))
            self.ups.append(nn.ConvTranspose3d(deep, shallow, kernel_size=3, stride=2, padding=1, output_padding=1))
            self.decoders.append(DoubleConv(2 * shallow, shallow, False, order))
        self.final = nn.Conv3d(features[0], classes, 1)

    def forward(self, x):
        skips = []
        for i, encoder in enumerate(self.encoders):
            if i:
                x = F.max_pool3d(x, 2)
            x = encoder(x)
            skips.insert(0, x)
        for gate, up, decoder, skip in zip(self.gates, self.ups, self.decoders, skips[1:]):
            gated = gate(x, skip)
            x = decoder(torch.cat([gated, up(x)], dim=1))
        return self.final(x)


def build(cfg):
    return UNet3D(**cfg)


def flatten(tensor):
    channels = tensor.size(1)
    order = (1, 0) + tuple(range(2, tensor.dim()))
    return tensor.permute(order).contiguous().view(channels, -1)


def loss(outputs, epsilon=1e-6):
    labels = torch.zeros(outputs.shape[0], *outputs.shape[2:], dtype=torch.int64, device=outputs.device)
    hot = torch.zeros_like(outputs).scatter_(1, labels.unsqueeze(1), 1)
    probabilities = flatten(F.softmax(outputs, dim=1))
    hot = flatten(hot)
    intersect = (probabilities * hot).sum(-1)
    denominator = (probabilities * probabilities).sum(-1) + (hot * hot).sum(-1)
    dice = 2 * (intersect / denominator.clamp(min=epsilon))
    return 1.0 - torch.mean(dice) + 0.5 * nn.CrossEntropyLoss()(outputs, labels)
