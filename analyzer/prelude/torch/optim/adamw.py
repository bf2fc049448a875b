from torch.optim import AdamW
from torch.optim.optimizer import Optimizer
