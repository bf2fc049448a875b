batch_size = 4
pipeline = [dict(type='Load'), dict(type='Crop', size=(8, 8))]
train_dataloader = dict(batch_size=batch_size, dataset=dict(pipeline=pipeline))
