from torchvision.datasets import Cityscapes
