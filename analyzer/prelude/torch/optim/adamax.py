from torch.optim import Adamax
from torch.optim.optimizer import Optimizer
