from torchvision.datasets import FakeData
