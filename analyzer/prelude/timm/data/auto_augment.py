from timm.data.transforms import AsItIs


def rand_augment_transform(config_str, hparams, transforms=None):
    return AsItIs()


def _with_hparams(config_str, hparams):
    return AsItIs()


auto_augment_transform = augment_and_mix_transform = _with_hparams


class RandAugment(AsItIs):
    pass


class AutoAugment(AsItIs):
    pass


class AugMixAugment(AsItIs):
    pass
