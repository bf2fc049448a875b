from torch.distributions._counts import Multinomial
