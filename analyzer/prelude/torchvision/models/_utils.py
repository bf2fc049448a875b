# What torchvision's own models are cut out of backbones with.
from collections import OrderedDict

from torch.nn import ModuleDict


class IntermediateLayerGetter(ModuleDict):
    def __init__(self, model, return_layers):
        wanted = {str(layer): name for layer, name in return_layers.items()}
        children = list(model.named_children())
        if not set(wanted).issubset(name for name, _ in children):
            raise ValueError("return_layers are not present in model")
        last = max(place for place, (name, _) in enumerate(children) if name in wanted) if wanted else -1
        super().__init__(OrderedDict(children[: last + 1]))
        self.return_layers = wanted

    def forward(self, x):
        results = OrderedDict()
        for name, layer in self.items():
            x = layer(x)
            if name in self.return_layers:
                results[self.return_layers[name]] = x
        return results


def _make_divisible(v, divisor, min_value=None):
    least = divisor if min_value is None else min_value
    near = max(least, int(v + divisor / 2) // divisor * divisor)
    return near + divisor if near < 0.9 * v else near
