"""Reads the registered layers at once, for interpreters that many configs begin from."""
from mmcv._line import old
from mmcv.cnn.bricks._building import registry_of

_kinds = ("CONV_LAYERS NORM_LAYERS ACTIVATION_LAYERS PADDING_LAYERS UPSAMPLE_LAYERS PLUGIN_LAYERS DROPOUT_LAYERS ATTENTION "
          "FEEDFORWARD_NETWORK TRANSFORMER_LAYER TRANSFORMER_LAYER_SEQUENCE").split()
for _kind in _kinds if old else _kinds[:1]:
    registry_of(_kind).module_dict
