crop = (512, 1024)
pipeline = [
    dict(type='Load'),
    dict(type='Resize', img_scale=crop, ratio_range=(0.5, 2.0)),
    dict(type='Crop', crop_size=crop),
]
data = dict(
    samples_per_gpu=2, workers_per_gpu=2, train=dict(type='Set', pipeline=pipeline, root='a'), val=dict(root='b'))
optimizer = dict(type='SGD', lr=0.01, momentum=0.9)
schedule = {'policy': 'poly', 'power': 0.9, 'steps': [1, 2, 3]}
