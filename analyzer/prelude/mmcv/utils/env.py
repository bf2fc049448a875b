from mmcv.utils.surroundings import collect_env
