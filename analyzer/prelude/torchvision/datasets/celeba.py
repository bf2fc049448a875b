from torchvision.datasets import CelebA
