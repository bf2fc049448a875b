from torchvision.datasets import StanfordCars
