from torch.distributions._counts import NegativeBinomial
