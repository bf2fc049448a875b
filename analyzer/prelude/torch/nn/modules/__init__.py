from torch.nn.modules.activation import (CELU, ELU, GELU, GLU, SELU, Hardsigmoid, Hardswish, Hardtanh, LeakyReLU, LogSigmoid,
                                         LogSoftmax, Mish, MultiheadAttention, PReLU, ReLU, ReLU6, RReLU, Sigmoid, SiLU,
                                         Softmax, Softmax2d, Softmin, Softplus, Softsign, Tanh, Tanhshrink, Threshold)
from torch.nn.modules.batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d, SyncBatchNorm
from torch.nn.modules.container import ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from torch.nn.modules.conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from torch.nn.modules.dropout import AlphaDropout, Dropout, Dropout1d, Dropout2d, Dropout3d
from torch.nn.modules.instancenorm import InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
from torch.nn.modules.linear import Bilinear, Identity, Linear
from torch.nn.modules.loss import (BCELoss, BCEWithLogitsLoss, CrossEntropyLoss, HuberLoss, KLDivLoss, L1Loss, MSELoss,
                                   NLLLoss, SmoothL1Loss)
from torch.nn.modules.module import Module
from torch.nn.modules.normalization import GroupNorm, LayerNorm, LocalResponseNorm, RMSNorm
from torch.nn.modules.padding import (ConstantPad1d, ConstantPad2d, ConstantPad3d, ReflectionPad1d, ReflectionPad2d,
                                      ReflectionPad3d, ReplicationPad1d, ReplicationPad2d, ReplicationPad3d, ZeroPad1d,
                                      ZeroPad2d, ZeroPad3d)
from torch.nn.modules.pooling import (AdaptiveAvgPool1d, AdaptiveAvgPool2d, AdaptiveAvgPool3d, AdaptiveMaxPool1d,
                                      AdaptiveMaxPool2d, AdaptiveMaxPool3d, AvgPool1d, AvgPool2d, AvgPool3d, MaxPool1d,
                                      MaxPool2d, MaxPool3d)
from torch.nn.modules.rnn import GRU, LSTM, RNN, GRUCell, LSTMCell
from torch.nn.modules.shapes import (ChannelShuffle, CosineSimilarity, Flatten, Fold, PixelShuffle, PixelUnshuffle, Unflatten,
                                     Unfold)
from torch.nn.modules.sparse import Embedding
from torch.nn.modules.upsampling import Upsample, UpsamplingBilinear2d, UpsamplingNearest2d
