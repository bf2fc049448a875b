from torch.distributions._shaped import Gumbel
