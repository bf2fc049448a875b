from torch.optim import SGD
from torch.optim.optimizer import Optimizer
