from torch.nn.modules.shapes import ChannelShuffle
