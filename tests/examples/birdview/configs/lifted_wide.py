_base_ = './lifted.py'
data = dict(samples_per_gpu=1)
model = dict(
    backbone=dict(width=32, depths=(1, 1)),
    head=dict(_delete_=True, type='GridHead', channels=48, classes=3))
optimizer = dict(lr=1e-4)
