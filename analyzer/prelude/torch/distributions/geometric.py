from torch.distributions._counts import Geometric
