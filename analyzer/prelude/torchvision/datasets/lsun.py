from torchvision.datasets import LSUN
