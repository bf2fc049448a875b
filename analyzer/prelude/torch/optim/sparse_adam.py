from torch.optim import SparseAdam
from torch.optim.optimizer import Optimizer
