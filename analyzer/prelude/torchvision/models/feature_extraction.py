"""Networks that return what some of their inner modules made, by the name of the module in the traced network."""

from torch import nn


class _Found(Exception):
    """Everything that was asked for is there: what comes after is no part of the extractor."""


class _Extractor(nn.Module):
    def __init__(self, model, wanted):
        super().__init__()
        self.model = model
        self._wanted = wanted  # by the node's name, the name that it is returned under
        self._made = {}
        self._calls = {}
        modules = dict(model.named_modules())
        for node in wanted:
            path, number = _split(node, modules)
            modules[path].register_forward_hook(self._keep(node, path, number))
        _drop_rest(model, wanted)

    def _keep(self, node, path, number):
        def hook(module, inputs, output):
            call = self._calls.get((node, path), 0)
            self._calls[(node, path)] = call + 1
            if call == number:
                self._made[self._wanted[node]] = output
            if len(self._made) == len(self._wanted):
                raise _Found()

        return hook

    def forward(self, *args, **options):
        self._made, self._calls = {}, {}
        try:
            self.model(*args, **options)
        except _Found:
            pass
        made, self._made = self._made, {}
        return made


def _drop_rest(model, wanted):
    """The traced network has no modules that nothing wanted depends on: those after the last one that is used."""
    names = [name for name, _ in model.named_children()]
    last = max(index for index, name in enumerate(names) if any(node.split(".")[0] == name for node in wanted))
    for name in names[last + 1 :]:
        delattr(model, name)


def _split(node, modules):
    """`layer4.2.relu_2` is the third call of the module `layer4.2.relu`."""
    if node in modules:
        return node, 0
    path, _, number = node.rpartition("_")
    if path in modules and number.isdigit():
        return path, int(number)
    raise ValueError(f"node: '{node}' is not present in model")


def create_feature_extractor(model, return_nodes=None, *args, **options):
    if not isinstance(return_nodes, dict):
        return_nodes = {node: node for node in return_nodes}
    return _Extractor(model, return_nodes)
