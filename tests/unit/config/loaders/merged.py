# Lists of bases of three kinds; merging, deleting, replacing.
_base_ = ['./bases/model.py', 'bases/data.py', './bases/more.yaml', './bases/more.json']
model = dict(
    pretrained='weights.pth',
    backbone=dict(depth=101, widths=[1, 2], norm_cfg=dict(requires_grad=False)),
    head=dict(_delete_=True, type='OtherHead', loss=dict(_delete_=True, weight=0.4)),
    auxiliary=dict(_delete_=True, type='New'),
    extra={1: dict(now='a dict'), 4: dict(a=1)} if False else {4: dict(a=1)},
    test_cfg=dict(_delete_=False, stride=(2, 2)))
optimizer = dict(_delete_=True, type='AdamW', lr=6e-05, betas=(0.9, 0.999))
schedule = dict(steps=[4], power=1)
crop = (256, 256)
data = dict(train=dict(root='c', pipeline=[dict(type='Load')]), test=dict(root='d'))
runtime = dict(interval=10)
total = sum(step for step in [1, 2, 3] if step > 1)
for name in ['a', 'b']:
    last = name * 2
merged_dicts = dict(**optimizer, weight_decay=0.01)
merged_dicts.update(lr=1)
merged_dicts['paramwise'] = dict(norm=0.)
del name
