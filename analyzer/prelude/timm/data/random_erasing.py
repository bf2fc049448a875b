from timm.data.transforms import AsItIs


class RandomErasing(AsItIs):
    pass
