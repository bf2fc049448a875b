from torch.optim import Rprop
from torch.optim.optimizer import Optimizer
