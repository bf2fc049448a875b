from torchvision.datasets import DTD
