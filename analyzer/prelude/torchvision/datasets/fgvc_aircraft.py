from torchvision.datasets import FGVCAircraft
