from torch import nn

from monai.networks.layers.factories import Act, Dropout, Norm, Pool, split_args
from monai.utils.misc import has_option


def get_norm_layer(name, spatial_dims=1, channels=1):
    if name == "":
        return nn.Identity()
    kind, given = split_args(name)
    layer = Norm[kind, spatial_dims]
    options = dict(given)
    for key in ("num_features", "num_channels"):
        if key not in options and has_option(layer, key):
            options[key] = channels
    return layer(**options)


def get_act_layer(name):
    if name == "":
        return nn.Identity()
    kind, options = split_args(name)
    return Act[kind](**options)


def get_dropout_layer(name, dropout_dim=1):
    if name == "":
        return nn.Identity()
    if isinstance(name, (int, float)):
        return Dropout[Dropout.DROPOUT, dropout_dim](p=float(name))
    kind, options = split_args(name)
    return Dropout[kind, dropout_dim](**options)


def get_pool_layer(name, spatial_dims=1):
    if name == "":
        return nn.Identity()
    kind, options = split_args(name)
    return Pool[kind, spatial_dims](**options)
