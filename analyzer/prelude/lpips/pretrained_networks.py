"""The networks that LPIPS compares the features of, cut where it takes them."""

from torch import nn
from torchvision import models

# After which layers of `features` an output is taken, and how wide it is.
_CUTS = {
    "alex": ((2, 64), (5, 192), (8, 384), (10, 256), (12, 256)),
    "vgg": ((4, 64), (9, 128), (16, 256), (23, 512), (30, 512)),
    "squeeze": ((2, 64), (5, 128), (8, 256), (10, 384), (11, 384), (12, 512), (13, 512)),
}
_TRUNKS = {"alex": "alexnet", "vgg": "vgg16", "squeeze": "squeezenet1_1"}


class Slices(nn.Module):
    def __init__(self, trunk, cuts, requires_grad):
        super().__init__()
        features = trunk.features
        begin = 0
        self.N_slices = len(cuts)
        self.channels = [channels for _, channels in cuts]
        for number, (end, _) in enumerate(cuts, 1):
            part = nn.Sequential()
            for layer in range(begin, end):
                part.add_module(str(layer), features[layer])
            self.add_module(f"slice{number}", part)
            begin = end
        if not requires_grad:
            for parameter in self.parameters():
                parameter.requires_grad = False

    def forward(self, X):
        outputs = []
        for part in self.children():
            X = part(X)
            outputs.append(X)
        return tuple(outputs)


def make(net, requires_grad=False):
    name = "vgg" if net == "vgg16" else net
    return Slices(getattr(models, _TRUNKS[name])(), _CUTS[name], requires_grad)
