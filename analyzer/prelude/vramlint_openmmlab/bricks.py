"""Layers of mmcv.cnn and mmcv.ops under their registered names: 1.x by kind, 2.x all in MODELS."""


def _of(home, names):
    return {name: f"{home}:{name}" for name in names.split()}


LAYERS = {
    "conv layer": {"Conv1d": "torch.nn:Conv1d", "Conv2d": "torch.nn:Conv2d", "Conv3d": "mmcv.cnn.bricks.wrappers:Conv3d",
                   "Conv": "mmcv.cnn.bricks.wrappers:Conv2d", "deconv": "mmcv.cnn.bricks.wrappers:ConvTranspose2d",
                   "deconv3d": "mmcv.cnn.bricks.wrappers:ConvTranspose3d",
                   "ConvWS": "mmcv.cnn.bricks.conv_ws:ConvWS2d", "ConvAWS": "mmcv.cnn.bricks.conv_ws:ConvAWS2d",
                   "Conv2dAdaptivePadding": "mmcv.cnn.bricks.conv2d_adaptive_padding:Conv2dAdaptivePadding",
                   **_of("mmcv.cnn.bricks.wrappers", "ConvTranspose2d ConvTranspose3d"),
                   "Conv2dRFSearchOp": "mmcv.cnn.rfsearch:Conv2dRFSearchOp"},
    "norm layer": {"BN": "torch.nn:BatchNorm2d", "BN1d": "torch.nn:BatchNorm1d", "BN2d": "torch.nn:BatchNorm2d",
                   "BN3d": "torch.nn:BatchNorm3d", "SyncBN": "vramlint_openmmlab.bases:SyncBatchNorm",
                   "GN": "torch.nn:GroupNorm", "LN": "torch.nn:LayerNorm", "IN": "torch.nn:InstanceNorm2d",
                   "IN1d": "torch.nn:InstanceNorm1d", "IN2d": "torch.nn:InstanceNorm2d", "IN3d": "torch.nn:InstanceNorm3d"},
    "activation layer": {**_of("torch.nn", "ReLU LeakyReLU PReLU RReLU ReLU6 ELU Sigmoid Tanh SiLU GELU"),
                         "Clamp": "mmcv.cnn.bricks.activation:Clamp", "Clip": "mmcv.cnn.bricks.activation:Clamp",
                         "HSigmoid": "mmcv.cnn.bricks.hsigmoid:HSigmoid", "HSwish": "torch.nn:Hardswish",
                         "Swish": "mmcv.cnn.bricks.swish:Swish"},
    "padding layer": {"zero": "torch.nn:ZeroPad2d", "reflect": "torch.nn:ReflectionPad2d",
                      "replicate": "torch.nn:ReplicationPad2d"},
    "upsample layer": {"nearest": "torch.nn:Upsample", "bilinear": "torch.nn:Upsample",
                       "deconv": "mmcv.cnn.bricks.wrappers:ConvTranspose2d",
                       "deconv3d": "mmcv.cnn.bricks.wrappers:ConvTranspose3d",
                       "pixel_shuffle": "mmcv.cnn.bricks.upsample:PixelShufflePack",
                       "carafe": "mmcv.ops.carafe:CARAFEPack"},
    "plugin layer": {"ConvModule": "mmcv.cnn.bricks.conv_module:ConvModule",
                     "ContextBlock": "mmcv.cnn.bricks.context_block:ContextBlock",
                     "GeneralizedAttention": "mmcv.cnn.bricks.generalized_attention:GeneralizedAttention",
                     "NonLocal2d": "mmcv.cnn.bricks.non_local:NonLocal2d"},
    "drop out layers": _of("mmcv.cnn.bricks.drop", "DropPath Dropout"),
    "position encoding": {},
    "attention": {"MultiheadAttention": "mmcv.cnn.bricks.transformer:MultiheadAttention",
                  "MultiScaleDeformableAttention": "mmcv.ops.multi_scale_deform_attn:MultiScaleDeformableAttention"},
    "feed-forward Network": _of("mmcv.cnn.bricks.transformer", "FFN"),
    "transformerLayer": _of("mmcv.cnn.bricks.transformer", "BaseTransformerLayer"),
    "transformer-layers sequence": _of("mmcv.cnn.bricks.transformer", "TransformerLayerSequence"),
}
OPS = {"DCN": "mmcv.ops.deform_conv:DeformConv2dPack", "DCNv2": "mmcv.ops.modulated_deform_conv:ModulatedDeformConv2dPack",
       "SAC": "mmcv.ops.saconv:SAConv2d", "MMSyncBN": "mmcv.ops.sync_bn:SyncBatchNorm",
       **_of("mmcv.ops.sparse_conv", "SparseConv2d SparseConv3d SparseConv4d SparseConvTranspose2d SparseConvTranspose3d "
                                     "SparseInverseConv2d SparseInverseConv3d SubMConv2d SubMConv3d SubMConv4d")}
