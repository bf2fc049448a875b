"""A convolutional LSTM cell unrolled over time, hidden state carried from step to step."""
import torch
import torch.nn as nn

CFG = {"channels": 3, "hidden": 8, "horizon": 2}
INPUTS = [["float32", [2, 5, 3, 24, 20]]]


class Cell(nn.Module):
    def __init__(self, channels, hidden, kernel=3):
        super().__init__()
        self.hidden = hidden
        self.gates = nn.Conv2d(channels + hidden, 4 * hidden, kernel, padding=kernel // 2)

    def forward(self, x, state):
        h, c = state
        i, f, o, g = torch.chunk(self.gates(torch.cat((x, h), 1)), 4, dim=1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
        return h, c


class Forecaster(nn.Module):
    def __init__(self, channels, hidden, horizon):
        super().__init__()
        self.cell = Cell(channels, hidden)
        self.head = nn.Conv2d(hidden, 1, kernel_size=1)
        self.horizon = horizon

    def forward(self, sequence):
        b, t, _, height, width = sequence.size()
        shape = (b, self.cell.hidden, height, width)
        state = (torch.zeros(shape, device=sequence.device), torch.zeros(*shape, device=sequence.device))
        for step in range(t):
            state = self.cell(sequence[:, step], state)
        return self.head(state[0]).unsqueeze(1).repeat(1, self.horizon, 1, 1, 1)


def build(cfg):
    return Forecaster(cfg.channels, cfg.hidden, cfg.horizon)


def loss(outputs):
    return torch.mean((outputs - 1.0) ** 2)
