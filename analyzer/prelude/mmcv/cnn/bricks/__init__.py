from mmcv._line import old as _old
from vramlint_openmmlab.homes import spread as _spread

_homes = {
    "mmcv.cnn.bricks.activation": "build_activation_layer",
    "mmcv.cnn.bricks.context_block": "ContextBlock",
    "mmcv.cnn.bricks.conv": "build_conv_layer",
    "mmcv.cnn.bricks.conv2d_adaptive_padding": "Conv2dAdaptivePadding",
    "mmcv.cnn.bricks.conv_module": "ConvModule",
    "mmcv.cnn.bricks.conv_ws": "ConvAWS2d ConvWS2d conv_ws_2d",
    "mmcv.cnn.bricks.depthwise_separable_conv_module": "DepthwiseSeparableConvModule",
    "mmcv.cnn.bricks.drop": "Dropout DropPath",
    "mmcv.cnn.bricks.generalized_attention": "GeneralizedAttention",
    "mmcv.cnn.bricks.hsigmoid": "HSigmoid",
    "mmcv.cnn.bricks.hswish": "HSwish",
    "mmcv.cnn.bricks.non_local": "NonLocal1d NonLocal2d NonLocal3d",
    "mmcv.cnn.bricks.norm": "build_norm_layer is_norm",
    "mmcv.cnn.bricks.padding": "build_padding_layer",
    "mmcv.cnn.bricks.plugin": "build_plugin_layer",
    "mmcv.cnn.bricks.scale": "Scale" if _old else "Scale LayerScale",
    "mmcv.cnn.bricks.swish": "Swish",
    "mmcv.cnn.bricks.upsample": "build_upsample_layer",
    "mmcv.cnn.bricks.wrappers": "Conv2d Conv3d ConvTranspose2d ConvTranspose3d Linear MaxPool2d MaxPool3d",
}
if _old:
    _homes["mmcv.cnn.bricks.registry"] = ("ACTIVATION_LAYERS CONV_LAYERS NORM_LAYERS PADDING_LAYERS PLUGIN_LAYERS "
                                          "UPSAMPLE_LAYERS")
__all__, __getattr__ = _spread(__name__, _homes)
