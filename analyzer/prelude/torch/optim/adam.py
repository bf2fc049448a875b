from torch.optim import Adam
from torch.optim.optimizer import Optimizer
