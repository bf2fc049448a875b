from torch.optim import Adadelta
from torch.optim.optimizer import Optimizer
