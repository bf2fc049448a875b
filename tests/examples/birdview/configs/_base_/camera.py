image_size = (96, 160)
grid = (24, 32)
normalise = dict(mean=[110.0, 115.0, 120.0], std=[55.0, 56.0, 57.0], to_rgb=True)
train_pipeline = [
    dict(type='LoadImageFromFile'),
    dict(type='Resize', img_scale=(160, 96), keep_ratio=False),
    dict(type='Normalize', **normalise),
    dict(type='Collect', keys=['img', 'labels'], meta_keys=('calib',)),
]
data = dict(samples_per_gpu=2, workers_per_gpu=2, train=dict(type='StreetScenes', pipeline=train_pipeline))
