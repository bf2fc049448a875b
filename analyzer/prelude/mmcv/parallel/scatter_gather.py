from mmcv.parallel.wrappers import *
