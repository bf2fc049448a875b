"""3-D convolutions with batch norm, in-place ReLU and an average over a fixed number of time steps."""
import torch.nn as nn

CFG = {"channels": 4, "width": 16, "steps": 3}
INPUTS = [["float32", [2, 6, 4, 12, 10]]]


class VolumeNet(nn.Module):
    def __init__(self, channels, width, steps):
        super().__init__()
        self.conv1 = nn.Conv3d(channels, width // 2, kernel_size=(3, 3, 3), padding=(1, 1, 1))
        self.bn1 = nn.BatchNorm3d(width // 2)
        self.conv2 = nn.Conv3d(width // 2, width, 3, padding=1)
        self.bn2 = nn.BatchNorm3d(width)
        self.pool = nn.AdaptiveAvgPool3d((steps, None, None))
        self.drop = nn.Dropout3d(0.1)
        self.relu = nn.ReLU(inplace=True)
        self.out = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        b, t, c, h, w = x.size()
        x = x.permute(0, 2, 1, 3, 4)
        x = self.drop(self.relu(self.bn1(self.conv1(x))))
        x = self.drop(self.relu(self.bn2(self.conv2(x))))
        x = self.pool(x)
        _, features, steps, h, w = x.size()
        x = x.permute(0, 2, 3, 4, 1).contiguous().view(b, steps, h * w, features)
        last = x[:, -1, :]
        last = last.view(b, h, w, -1).permute(0, 3, 1, 2)
        return self.out(last)


def build(cfg):
    return VolumeNet(cfg.channels, cfg.width, cfg.steps)


def loss(outputs):
    return outputs.abs().mean()
