from torchvision.io import *
from torchvision.io import ImageReadMode, decode_image, decode_jpeg, decode_png, read_file, read_image
