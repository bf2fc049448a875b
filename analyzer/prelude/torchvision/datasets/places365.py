from torchvision.datasets import Places365
