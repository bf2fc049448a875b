from torch.distributions._counts import Binomial
