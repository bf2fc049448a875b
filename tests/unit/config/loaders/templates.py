_base_ = ['./bases/model.py', './bases/data.py']
# In a comment as well: {{ _base_.width }} and {{fileBasename}}.
work_dir = './work_dirs/{{ fileBasenameNoExtension }}'
names = ['{{fileBasename}}', '{{fileExtname }}', "{{ fileBasenameNoExtension }}_x"]
train_pipeline = {{_base_.pipeline}}
model = dict(
    backbone=dict(norm_cfg={{ _base_.norm }}, depth={{ _base_.model.head.classes }}),
    head=dict(crop={{_base_.crop}}, all=[{{ _base_.optimizer.lr }}, ({{ _base_.optimizer }}, 1)]))
data = dict(train=dict(pipeline=[{{ _base_.data.val }}]))
