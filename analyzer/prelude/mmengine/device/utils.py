from mmengine.device import *
