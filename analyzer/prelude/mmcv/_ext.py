# The compiled part of mmcv, asked for by mmcv's own Python where that is read: its entry points fill tensors that they are
# given; those that make one have it made here.
from vramlint_openmmlab import kernels


def ms_deform_attn_forward(value, value_spatial_shapes, value_level_start_index, sampling_locations, attention_weights,
                           im2col_step=64):
    return value.new_empty((value.shape[0], sampling_locations.shape[1], value.shape[2] * value.shape[3]))


def _fills(*args, **kwargs):
    return None


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(kernels, name, _fills)
