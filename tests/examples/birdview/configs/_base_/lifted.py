model = dict(
    type='BirdviewSegmentor',
    backbone=dict(type='WindowedBackbone', width=24, depths=(1, 2), heads=(2, 4), window=4),
    transformer=dict(type='LiftedView', channels=16, depths=(1.0, 9.0, 1.0), grid=(24, 32)),
    head=dict(type='GridHead', channels=32, classes=5))
