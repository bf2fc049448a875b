# Which file a layer lives in. A file is read when its first layer is asked for: most models need few of them.
import _vramlint

_homes = {
    "adaptive": "AdaptiveLogSoftmaxWithLoss",
    "activation": "CELU ELU GELU GLU SELU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid LogSoftmax Mish "
                  "MultiheadAttention PReLU ReLU ReLU6 RReLU Sigmoid SiLU Softmax Softmax2d Softmin Softplus Softshrink Softsign "
                  "Tanh Tanhshrink Threshold",
    "batchnorm": "BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm",
    "container": "Container ModuleDict ModuleList ParameterDict ParameterList Sequential",
    "conv": "Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d",
    "dropout": "AlphaDropout FeatureAlphaDropout Dropout Dropout1d Dropout2d Dropout3d",
    "instancenorm": "InstanceNorm1d InstanceNorm2d InstanceNorm3d",
    "lazy": "LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d "
            "LazyConvTranspose2d LazyConvTranspose3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d "
            "LazyLinear",
    "linear": "Bilinear Identity Linear",
    "loss": "BCELoss BCEWithLogitsLoss CosineEmbeddingLoss CrossEntropyLoss GaussianNLLLoss HingeEmbeddingLoss HuberLoss "
            "KLDivLoss L1Loss MSELoss MarginRankingLoss MultiLabelSoftMarginLoss NLLLoss NLLLoss2d PoissonNLLLoss "
            "SmoothL1Loss TripletMarginLoss CTCLoss MultiLabelMarginLoss MultiMarginLoss SoftMarginLoss "
            "TripletMarginWithDistanceLoss",
    "module": "Module",
    "normalization": "CrossMapLRN2d GroupNorm LayerNorm LocalResponseNorm RMSNorm",
    "padding": "CircularPad1d CircularPad2d CircularPad3d ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReflectionPad3d "
               "ReplicationPad1d ReplicationPad2d ReplicationPad3d ZeroPad1d ZeroPad2d ZeroPad3d",
    "pooling": "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d "
               "AdaptiveMaxPool3d AvgPool1d AvgPool2d AvgPool3d MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d "
               "MaxUnpool2d MaxUnpool3d LPPool1d LPPool2d LPPool3d FractionalMaxPool2d FractionalMaxPool3d",
    "rnn": "RNNBase GRU LSTM RNN GRUCell LSTMCell RNNCell RNNCellBase",
    "shapes": "ChannelShuffle CosineSimilarity Flatten Fold PairwiseDistance PixelShuffle PixelUnshuffle Unflatten Unfold",
    "sparse": "Embedding EmbeddingBag",
    "transformer": "Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer",
    "upsampling": "Upsample UpsamplingBilinear2d UpsamplingNearest2d",
    "utils": "",
}
_since = {(2, 1): "CircularPad1d CircularPad2d CircularPad3d LPPool3d ZeroPad1d ZeroPad3d", (2, 4): "RMSNorm"}
_later = [layer for version, layers in _since.items() if not _vramlint.torch_at_least(*version)
          for layer in layers.split()]
_home_of = {layer: home for home, layers in _homes.items() for layer in layers.split() if layer not in _later}
# Where other files of torch.nn.modules have what one file has here.
_others = dict.fromkeys(("channelshuffle", "distance", "flatten", "fold", "pixelshuffle"), "shapes")
__all__ = list(_home_of)


def __getattr__(name):
    if name in _homes or name in _others:
        return __import__("torch.nn.modules." + _others.get(name, name), fromlist=["*"])
    if name not in _home_of:
        raise AttributeError("module 'torch.nn.modules' has no attribute '" + name + "'")
    layer = getattr(__import__("torch.nn.modules." + _home_of[name], fromlist=["*"]), name)
    globals()[name] = layer
    return layer
