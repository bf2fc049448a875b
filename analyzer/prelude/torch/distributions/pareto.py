from torch.distributions._shaped import Pareto
