from mmcv.runner.runners import *
