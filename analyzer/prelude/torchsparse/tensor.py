"""torchsparse 1.4, tensor.py: features with the coordinates of their places, and maps that convolutions share."""


def triple(value):
    return (value,) * 3 if isinstance(value, int) else tuple(value)


class SparseTensor:
    def __init__(self, feats, coords, stride=1):
        self.feats = feats
        self.coords = coords
        self.stride = triple(stride)
        self.cmaps = {}
        self.kmaps = {}

    @property
    def F(self):
        return self.feats

    @F.setter
    def F(self, feats):
        self.feats = feats

    @property
    def C(self):
        return self.coords

    @C.setter
    def C(self, coords):
        self.coords = coords

    @property
    def s(self):
        return self.stride

    @s.setter
    def s(self, stride):
        self.stride = triple(stride)

    def like(self, feats):
        made = SparseTensor(feats, self.coords, self.stride)
        made.cmaps = self.cmaps
        made.kmaps = self.kmaps
        return made

    def to(self, device, non_blocking=True):
        self.feats = self.feats.to(device, non_blocking=non_blocking)
        self.coords = self.coords.to(device, non_blocking=non_blocking)
        return self

    def cuda(self):
        return self.to("cuda")

    def detach(self):
        self.feats = self.feats.detach()
        self.coords = self.coords.detach()
        return self

    def __add__(self, other):
        return self.like(self.feats + other.feats)


class PointTensor:
    def __init__(self, feats, coords, idx_query=None, weights=None):
        self.F = feats
        self.C = coords
        self.idx_query = {} if idx_query is None else idx_query
        self.weights = {} if weights is None else weights
        self.additional_features = {"idx_query": {}, "counts": {}}

    def to(self, device, non_blocking=True):
        self.F = self.F.to(device, non_blocking=non_blocking)
        self.C = self.C.to(device, non_blocking=non_blocking)
        return self

    def cuda(self):
        return self.to("cuda")

    def detach(self):
        self.F = self.F.detach()
        self.C = self.C.detach()
        return self

    def __add__(self, other):
        made = PointTensor(self.F + other.F, self.C, self.idx_query, self.weights)
        made.additional_features = self.additional_features
        return made
