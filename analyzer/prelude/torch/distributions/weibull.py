from torch.distributions._shaped import Weibull
