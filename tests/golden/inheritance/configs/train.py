_base_ = ['./_base_/model.py', './_base_/schedule.py']
model = dict(backbone=dict(depth=101), decode_head=dict(_delete_=True, type='PSPHead', pool_scales=(1, 2, 3, 6)))
data = dict(samples_per_gpu=2, crop={{ _base_.crop_size }}, name='{{ fileBasenameNoExtension }}')
