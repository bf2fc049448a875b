"""torchvision/transforms/v2 (0.19): the same on whatever holds pictures, masks and boxes."""
from torchvision.transforms.functional import InterpolationMode  # noqa: F401
from torchvision.transforms.transforms import AutoAugmentPolicy  # noqa: F401

from torchvision.transforms.v2 import functional  # noqa: F401
from torchvision.transforms.v2._transform import Transform  # noqa: F401
from torchvision.transforms.v2._containers import Compose, RandomApply, RandomChoice, RandomOrder  # noqa: F401
from torchvision.transforms.v2._sizes import *  # noqa: F401, F403
from torchvision.transforms.v2._values import *  # noqa: F401, F403
