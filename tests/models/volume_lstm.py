"""3-D convolution, pooling over time and a bidirectional LSTM per pixel."""
import torch.nn as nn

CFG = {"channels": 2, "width": 8, "hidden": 4}
INPUTS = [["float32", [1, 4, 2, 6, 5]]]


class VolumeLSTM(nn.Module):
    def __init__(self, channels, width, hidden):
        super().__init__()
        self.conv = nn.Conv3d(channels, width, 3, padding=1)
        self.norm = nn.BatchNorm3d(width)
        self.pool = nn.AdaptiveAvgPool3d((2, None, None))
        self.lstm = nn.LSTM(width, hidden, batch_first=True, bidirectional=True)
        self.head = nn.Conv2d(2 * hidden, 1, 1)
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        b, _, _, h, w = x.shape
        x = self.pool(self.act(self.norm(self.conv(x.transpose(1, 2)))))
        x = x.permute(0, 3, 4, 2, 1).reshape(b * h * w, x.shape[2], -1)
        out, (hidden, cell) = self.lstm(x)
        out = out[:, -1].view(b, h, w, -1).permute(0, 3, 1, 2)
        return self.head(out)


def build(cfg):
    return VolumeLSTM(**cfg)


def loss(outputs):
    return (outputs ** 2).sum()
