_base_ = './merged.py'
model = dict(backbone=dict(style='caffe', plugins=[dict(cfg=dict(type='A'), stages=(False, True))]))
data = dict(samples_per_gpu=4)
nested = dict(nested=dict(nested=dict()))
