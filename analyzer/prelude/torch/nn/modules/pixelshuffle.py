from torch.nn.modules.shapes import PixelShuffle, PixelUnshuffle
