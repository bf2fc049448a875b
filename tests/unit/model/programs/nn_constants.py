# What torch.nn's layers say of themselves to torch.jit.
from torch import nn

LAYERS = """AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d
AlphaDropout AvgPool1d AvgPool2d AvgPool3d BCELoss BCEWithLogitsLoss BatchNorm1d BatchNorm2d BatchNorm3d Bilinear CELU
CTCLoss ChannelShuffle ConstantPad1d ConstantPad2d ConstantPad3d Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d
ConvTranspose3d CosineEmbeddingLoss CosineSimilarity CrossEntropyLoss Dropout Dropout2d Dropout3d ELU Embedding
EmbeddingBag FeatureAlphaDropout Flatten Fold FractionalMaxPool2d FractionalMaxPool3d GELU GLU GRU GRUCell
GaussianNLLLoss GroupNorm Hardshrink Hardsigmoid Hardswish Hardtanh HingeEmbeddingLoss HuberLoss Identity InstanceNorm1d
InstanceNorm2d InstanceNorm3d KLDivLoss L1Loss LPPool1d LPPool2d LSTM LSTMCell LayerNorm LeakyReLU Linear
LocalResponseNorm LogSigmoid LogSoftmax MSELoss MarginRankingLoss MaxPool1d MaxPool2d MaxPool3d MaxUnpool2d Mish Module
ModuleDict ModuleList MultiLabelMarginLoss MultiLabelSoftMarginLoss MultiMarginLoss MultiheadAttention NLLLoss PReLU
PairwiseDistance PixelShuffle PixelUnshuffle PoissonNLLLoss RNN RNNBase RNNCell RNNCellBase RReLU ReLU ReLU6
ReflectionPad1d ReflectionPad2d ReplicationPad2d SELU Sequential SiLU Sigmoid SmoothL1Loss SoftMarginLoss Softmax
Softmax2d Softmin Softplus Softshrink Softsign SyncBatchNorm Tanh Tanhshrink Threshold Transformer TransformerDecoder
TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer TripletMarginLoss TripletMarginWithDistanceLoss
Unflatten Unfold Upsample UpsamplingBilinear2d UpsamplingNearest2d ZeroPad2d"""

for name in LAYERS.split():
    print(name, getattr(getattr(nn, name), "__constants__", None))
print(nn.Conv2d(1, 1, 1).__constants__)


class Own(nn.Conv2d):
    __constants__ = nn.Conv2d.__constants__ + ["scale"]


print(Own(1, 1, 1).__constants__)
