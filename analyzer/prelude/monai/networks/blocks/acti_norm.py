from torch import nn

from monai.networks.layers.utils import get_act_layer, get_dropout_layer, get_norm_layer


class ADN(nn.Sequential):
    """Activation, dropout and normalization, in the order of the letters of `ordering`."""

    def __init__(
        self, ordering="NDA", in_channels=None, act="RELU", norm=None, norm_dim=None, dropout=None, dropout_dim=None
    ):
        super().__init__()
        if (norm is not None or dropout is not None) and norm_dim is None and dropout_dim is None:
            raise ValueError("norm_dim or dropout_dim needs to be specified.")
        layers = {
            "A": get_act_layer(act) if act is not None else None,
            "D": get_dropout_layer(dropout, dropout_dim or norm_dim) if dropout is not None else None,
            "N": get_norm_layer(norm, norm_dim or dropout_dim, in_channels) if norm is not None else None,
        }
        for letter in ordering.upper():
            if letter not in layers:
                raise ValueError(f"ordering must be a string of A, D and N, got {letter} in it.")
            if layers[letter] is not None:
                self.add_module(letter, layers[letter])
