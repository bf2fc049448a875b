from torch.distributions._shaped import Cauchy
