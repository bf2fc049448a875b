_base_ = '../lifted.py'
model = dict(type='new_BirdviewSegmentor')
