from torch import nn


class Codec(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        parts = [nn.Conv3d(4, width, 3, padding=1)]
        for _ in range(depth):
            parts += [nn.GroupNorm(8, width), nn.SiLU(), nn.Conv3d(width, width, 3, padding=1)]
        self.body = nn.Sequential(*parts, nn.Conv3d(width, 4, 1))

    def forward(self, grid):
        return self.body(grid)


class Prior(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Conv3d(8, width, 3, padding=1), nn.GroupNorm(8, width), nn.Conv3d(width, 8, 1))

    def forward(self, latent):
        return self.body(latent)
