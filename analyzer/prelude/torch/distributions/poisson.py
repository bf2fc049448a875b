from torch.distributions._counts import Poisson
