from torch.distributions._shaped import HalfCauchy
