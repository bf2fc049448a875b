from torch.distributions._shaped import Exponential
