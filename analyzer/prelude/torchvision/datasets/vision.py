from torchvision.datasets import VisionDataset
