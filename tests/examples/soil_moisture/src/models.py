"""Three forecasters of soil moisture; `make_model` chooses one by name."""
import torch
import torch.nn as nn

from .settings import load_settings

settings = load_settings()


class GatedCell(nn.Module):
    def __init__(self, channels, hidden, kernel_size=3):
        super().__init__()
        self.hidden = hidden
        self.gates = nn.Conv2d(channels + hidden, 4 * hidden, kernel_size, padding=kernel_size // 2)

    def forward(self, x, hidden, memory):
        gates = self.gates(torch.cat([x, hidden], dim=1))
        write, keep, show, content = torch.chunk(gates, 4, dim=1)
        memory = torch.sigmoid(keep) * memory + torch.sigmoid(write) * torch.tanh(content)
        return torch.sigmoid(show) * torch.tanh(memory), memory


class CellForecaster(nn.Module):
    """Walks through the days with one convolutional cell."""

    def __init__(self, channels, hidden=12):
        super().__init__()
        self.cell = GatedCell(channels, hidden)
        self.head = nn.Conv2d(hidden, 1, 1)

    def forward(self, days):
        b, t, _, height, width = days.size()
        hidden = torch.zeros((b, self.cell.hidden, height, width), device=days.device)
        memory = torch.zeros((b, self.cell.hidden, height, width), device=days.device)
        for day in range(t):
            hidden, memory = self.cell(days[:, day], hidden, memory)
        return self.head(hidden).unsqueeze(1).repeat(1, settings["predict_days"], 1, 1, 1)


class VolumeForecaster(nn.Module):
    """Convolves over space and time, then reads each pixel's series with an LSTM."""

    def __init__(self, channels, widths=(8, 16), steps=4, lstm_hidden=12, dropout=0.1):
        super().__init__()
        layers = []
        for width in widths:
            layers += [nn.Conv3d(channels, width, kernel_size=3, padding=1), nn.BatchNorm3d(width), nn.ReLU(inplace=True),
                       nn.Dropout3d(dropout)]
            channels = width
        self.volume = nn.Sequential(*layers)
        self.pool = nn.AdaptiveAvgPool3d((steps, None, None))
        self.lstm = nn.LSTM(channels, lstm_hidden, batch_first=True, bidirectional=True)
        self.head = nn.Conv2d(2 * lstm_hidden, 1, kernel_size=1)

    def forward(self, days):
        b, _, _, height, width = days.size()
        x = self.pool(self.volume(days.permute(0, 2, 1, 3, 4)))
        _, features, steps, _, _ = x.size()
        x = x.permute(0, 2, 3, 4, 1).contiguous().view(b * height * width, steps, features)
        series, _ = self.lstm(x)
        last = series[:, -1, :].view(b, height, width, -1).permute(0, 3, 1, 2)
        return self.head(last).unsqueeze(1).repeat(1, settings["predict_days"], 1, 1, 1)


MODELS = ("cell_lstm", "volume", "volume_small")


def make_model(name, channels, **options):
    if name.lower() == "cell_lstm":
        return CellForecaster(channels, options.get("hidden", 12))
    elif name.lower() == "volume":
        return VolumeForecaster(channels, **options)
    elif name.lower() == "volume_small":
        return VolumeForecaster(channels, widths=(8,), steps=2, lstm_hidden=options.get("lstm_hidden", 6))
    raise ValueError(f"unknown model '{name}'; choose one of {', '.join(MODELS)}")
