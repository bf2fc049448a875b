from torch.nn import BatchNorm2d, ReLU as Act

import torch.optim as optim
import mypackage.models
import mypackage.data

norm = dict(type=BatchNorm2d, eps=1e-3)
model = dict(
    type=mypackage.models.Net,
    backbone=dict(depth=50, norm_cfg=norm, act=dict(type=Act), stages=[dict(n=1), dict(n=2)]),
    head=dict(type=mypackage.data.deep.Head, classes=19))
optimizer = dict(type=optim.SGD, lr=0.01)
