from torch.distributions import Categorical
