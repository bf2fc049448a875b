from mmcv._line import old as _old
from vramlint_openmmlab.homes import spread as _spread

_homes = {"mmcv.cnn.utils.fuse_conv_bn": "fuse_conv_bn", "mmcv.cnn.utils.flops_counter": "get_model_complexity_info"}
if _old:
    _homes["mmcv.cnn.utils.weight_init"] = (
        "INITIALIZERS Caffe2XavierInit ConstantInit KaimingInit NormalInit PretrainedInit TruncNormalInit UniformInit "
        "XavierInit bias_init_with_prob caffe2_xavier_init constant_init initialize kaiming_init normal_init "
        "trunc_normal_init uniform_init xavier_init")
    _homes["vramlint_openmmlab.syncing"] = "revert_sync_batchnorm"
__all__, __getattr__ = _spread(__name__, _homes)
