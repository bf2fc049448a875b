from torchvision.datasets import CIFAR10, CIFAR100
