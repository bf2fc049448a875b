from lightning_utilities.core.rank_zero import rank_zero_info, rank_zero_only, rank_zero_warn

rank_zero_only.rank = 0
