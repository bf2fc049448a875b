from mmcv.runner.optimizer import *
