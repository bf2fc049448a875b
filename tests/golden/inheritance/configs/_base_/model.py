norm_cfg = dict(type='SyncBN', requires_grad=True)
model = dict(
    type='EncoderDecoder',
    backbone=dict(type='ResNetV1c', depth=50, norm_cfg=norm_cfg),
    decode_head=dict(type='FCNHead', in_channels=2048, channels=512, num_classes=19))
