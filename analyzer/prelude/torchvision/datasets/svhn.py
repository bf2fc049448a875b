from torchvision.datasets import SVHN
