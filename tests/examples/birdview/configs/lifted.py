_base_ = ['_base_/camera.py', '_base_/lifted.py', '_base_/schedule.py']
