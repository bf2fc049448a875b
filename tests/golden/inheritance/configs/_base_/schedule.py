optimizer = dict(type='SGD', lr=0.01, momentum=0.9)
crop_size = (512, 1024)
