from mmcv._line import old as _old
from vramlint_openmmlab.homes import spread as _spread

_homes = {
    "mmcv.cnn.alexnet": "AlexNet",
    "mmcv.cnn.resnet": "ResNet make_res_layer",
    "mmcv.cnn.vgg": "VGG make_vgg_layer",
    "mmcv.cnn.rfsearch": "Conv2dRFSearchOp RFSearchHook",
    "mmcv.cnn.bricks": "ContextBlock Conv2d Conv3d ConvAWS2d ConvModule ConvTranspose2d ConvTranspose3d ConvWS2d "
                       "DepthwiseSeparableConvModule GeneralizedAttention HSigmoid HSwish Linear MaxPool2d MaxPool3d NonLocal1d "
                       "NonLocal2d NonLocal3d Scale Swish build_activation_layer build_conv_layer build_norm_layer "
                       "build_padding_layer build_plugin_layer build_upsample_layer conv_ws_2d is_norm",
    "mmcv.cnn.utils": "fuse_conv_bn get_model_complexity_info",
}
if _old:
    _homes["mmcv.cnn.builder"] = "MODELS build_model_from_cfg"
    _homes["mmcv.cnn.bricks.registry"] = ("ACTIVATION_LAYERS CONV_LAYERS NORM_LAYERS PADDING_LAYERS PLUGIN_LAYERS "
                                          "UPSAMPLE_LAYERS")
    _homes["mmcv.cnn.utils.weight_init"] = (
        "INITIALIZERS Caffe2XavierInit ConstantInit KaimingInit NormalInit PretrainedInit TruncNormalInit UniformInit "
        "XavierInit bias_init_with_prob caffe2_xavier_init constant_init initialize kaiming_init normal_init "
        "trunc_normal_init uniform_init xavier_init")
__all__, __getattr__ = _spread(__name__, _homes)
