from torchvision.datasets import ImageNet
