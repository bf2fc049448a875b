from mmengine.config import read_base

with read_base():
    from .train import *
    from .base_data import batch_size as size

model.head.merge(dict(_delete_=True, type='Plain'))
model.pop('neck')
total = size * 2
