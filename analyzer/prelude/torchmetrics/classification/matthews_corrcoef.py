from torchmetrics import *
