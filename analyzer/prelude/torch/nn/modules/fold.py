from torch.nn.modules.shapes import Fold, Unfold
