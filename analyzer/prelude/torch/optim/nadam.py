from torch.optim import NAdam
from torch.optim.optimizer import Optimizer
