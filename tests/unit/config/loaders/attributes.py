# mmengine only: `_base_` is there as an object.
_base_ = ['./bases/model.py', './bases/data.py']
depth = _base_.model.backbone.depth + 1
_base_.pipeline[1].img_scale = (64, 64)
pipeline = _base_.pipeline
last = _base_.pipeline[-1]['type']
optimizer = dict(lr=_base_.optimizer.lr * 2, momentum=_base_.optimizer.get('momentum', 0) / 3)
loader = dict(batch_size=_base_.data.samples_per_gpu, dataset=_base_.data.train)
widths = _base_['widths'] + [1]
names = list(_base_.optimizer.keys())
_base_.schedule.update(dict(power=0.5))
_base_.model.head.pop('dropout')
copied = _base_.schedule.copy()
copied['power'] = 3
