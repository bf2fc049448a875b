from torch import nn

from monai.networks.layers.utils import get_act_layer
from monai.utils.module import look_up_option

SUPPORTED_DROPOUT_MODE = {"vit", "swin"}


class MLPBlock(nn.Module):
    def __init__(self, hidden_size, mlp_dim, dropout_rate=0.0, act="GELU", dropout_mode="vit"):
        super().__init__()
        if not 0 <= dropout_rate <= 1:
            raise ValueError("dropout_rate should be between 0 and 1.")
        mlp_dim = mlp_dim or hidden_size
        self.linear1 = nn.Linear(hidden_size, mlp_dim * 2 if act == "GEGLU" else mlp_dim)
        self.linear2 = nn.Linear(mlp_dim, hidden_size)
        self.fn = get_act_layer(act)
        self.drop1 = nn.Dropout(dropout_rate)
        two = look_up_option(dropout_mode, SUPPORTED_DROPOUT_MODE) == "vit"
        self.drop2 = nn.Dropout(dropout_rate) if two else self.drop1

    def forward(self, x):
        x = self.drop1(self.fn(self.linear1(x)))
        return self.drop2(self.linear2(x))
