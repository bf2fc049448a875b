import _vramlint
from torch import nn
from torch.nn.modules.utils import _pair


def psa_mask(input, psa_type, mask_size):
    height, width = _pair(mask_size)
    assert input.size(1) == height * width
    return _vramlint.op("mmcv.ops.psa_mask", input, psa_type, (height, width))


class PSAMask(nn.Module):
    def __init__(self, psa_type, mask_size=None):
        super().__init__()
        assert psa_type in ["collect", "distribute"]
        self.psa_type_enum = 0 if psa_type == "collect" else 1
        self.mask_size = mask_size
        self.psa_type = psa_type

    def forward(self, input):
        return psa_mask(input, self.psa_type_enum, self.mask_size)
