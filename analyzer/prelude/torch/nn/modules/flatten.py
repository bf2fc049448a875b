from torch.nn.modules.shapes import Flatten, Unflatten
