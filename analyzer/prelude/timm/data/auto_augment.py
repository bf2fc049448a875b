# Changes of pictures that leave their size.
class _Policy:
    def __init__(self, *arguments, **options):
        pass

    def __call__(self, img):
        return img


class AutoAugment(_Policy):
    pass


class RandAugment(_Policy):
    pass


class AugMixAugment(_Policy):
    pass


class AugmentOp(_Policy):
    pass


def auto_augment_transform(config_str, hparams=None):
    return AutoAugment(config_str)


def rand_augment_transform(config_str, hparams=None, transforms=None):
    return RandAugment(config_str)


def augment_and_mix_transform(config_str, hparams=None):
    return AugMixAugment(config_str)
