from pytorch_lightning.utilities import rank_zero_info, rank_zero_only, rank_zero_warn
