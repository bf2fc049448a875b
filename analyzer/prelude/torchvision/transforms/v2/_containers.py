from torch.nn import Module
from torchvision.transforms.v2._transform import Transform


class Compose(Transform):
    def __init__(self, transforms):
        Module.__init__(self)
        self.transforms = transforms

    def forward(self, *inputs):
        for transform in self.transforms:
            made = transform(*inputs)
            inputs = made if len(inputs) > 1 else (made,)
        return inputs if len(inputs) > 1 else inputs[0]


class RandomApply(Compose):
    def __init__(self, transforms, p=0.5):
        super().__init__(transforms)
        self.p = p


class RandomOrder(Compose):
    pass


class RandomChoice(Compose):
    def __init__(self, transforms, p=None):
        super().__init__(transforms)
        self.p = p

    def forward(self, *inputs):
        return self.transforms[0](*inputs)
