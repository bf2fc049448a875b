from mmengine.dist import *
