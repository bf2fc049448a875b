from torchvision.datasets import STL10
