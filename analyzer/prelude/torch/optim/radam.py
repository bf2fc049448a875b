from torch.optim import RAdam
from torch.optim.optimizer import Optimizer
