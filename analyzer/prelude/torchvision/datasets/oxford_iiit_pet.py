from torchvision.datasets import OxfordIIITPet
