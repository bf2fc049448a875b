# Where torchvision keeps the classes of torchvision.transforms.
from torchvision.transforms import *
