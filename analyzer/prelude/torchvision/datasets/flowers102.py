from torchvision.datasets import Flowers102
