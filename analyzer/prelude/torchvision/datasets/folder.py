from torchvision.datasets import DatasetFolder, ImageFolder, default_loader, pil_loader
