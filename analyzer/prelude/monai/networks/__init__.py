from monai.networks import blocks, layers
from monai.networks.modes import eval_mode, normal_init, one_hot, train_mode
