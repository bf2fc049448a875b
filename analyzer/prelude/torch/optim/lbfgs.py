from torch.optim import LBFGS
from torch.optim.optimizer import Optimizer
