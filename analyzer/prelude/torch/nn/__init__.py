from torch.nn.parameter import Buffer, Parameter
from torch.nn.modules import *
from torch.nn import functional, init, modules, parallel, utils
from torch.nn.modules.transformer import Transformer, TransformerDecoder, TransformerDecoderLayer, TransformerEncoder, \
    TransformerEncoderLayer
from torch.nn.parallel import DataParallel
