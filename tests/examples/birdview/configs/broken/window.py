# 24 columns of the second stage are no multiple of 5 rows of windows: the view into windows fails.
_base_ = '../lifted.py'
model = dict(backbone=dict(window=5))
