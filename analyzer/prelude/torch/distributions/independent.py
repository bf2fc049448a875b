from torch.distributions import Independent
