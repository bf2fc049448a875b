from torch.optim import Adagrad
from torch.optim.optimizer import Optimizer
