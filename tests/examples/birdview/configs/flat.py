# No view transformer: a neck of plain convolutions takes its place.
_base_ = './lifted.py'
model = dict(neck=dict(type='FlatNeck', channels=16, grid=(24, 32)))
