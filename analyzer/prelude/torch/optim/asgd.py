from torch.optim import ASGD
from torch.optim.optimizer import Optimizer
