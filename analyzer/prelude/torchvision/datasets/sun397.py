from torchvision.datasets import SUN397
