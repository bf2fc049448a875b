from fvcore.transforms.transform import *
