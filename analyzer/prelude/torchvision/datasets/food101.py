from torchvision.datasets import Food101
