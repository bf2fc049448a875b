from torch.optim import RMSprop
from torch.optim.optimizer import Optimizer
