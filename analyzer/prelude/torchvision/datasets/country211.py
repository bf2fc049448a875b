from torchvision.datasets import Country211
