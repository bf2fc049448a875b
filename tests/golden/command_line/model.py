import os

import torch.nn as nn
import yaml

with open(os.path.join(os.path.dirname(__file__), "config", "train.yaml")) as file:
    SETTINGS = yaml.safe_load(file)


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        width = SETTINGS["width"]
        kernel = int(os.environ.get("DENOISER_KERNEL", "3"))
        self.first = nn.Conv2d(3, width, kernel, padding=kernel // 2)
        self.last = nn.Conv2d(width, 3, kernel, padding=kernel // 2)

    def forward(self, image):
        return self.last(self.first(image))
