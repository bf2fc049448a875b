from mmengine.config import read_base

with read_base():
    from .base_model import *
    from .base_data import train_dataloader, pipeline as base_pipeline
from torch.optim import AdamW
from math import floor as down
from mmengine.model import normal_init

model.backbone.depth = 101
model.update(dict(head=dict(classes=150, extra=[1])))
model['neck'] = dict(type=normal_init)
model.backbone.stages[0].update(n=5)
optimizer = dict(type=AdamW, lr=optimizer.lr * 2, betas=(0.9, 0.99))
base_pipeline.append(dict(type='Pack'))
train_dataloader.merge(dict(dataset=dict(_delete_=True, kind='new', pipeline=base_pipeline), workers=2))
steps = [AdamW, (norm.type, 1)]
floor = down(2.5)
