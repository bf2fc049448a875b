from torch.distributions._shaped import HalfNormal
