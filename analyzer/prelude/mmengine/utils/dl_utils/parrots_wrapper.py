from torch.nn.modules.pooling import _AdaptiveAvgPoolNd, _AdaptiveMaxPoolNd, _AvgPoolNd, _MaxPoolNd
from torch.utils.data import DataLoader
from vramlint_openmmlab.bases import TORCH_VERSION, SyncBatchNorm, _BatchNorm, _ConvNd, _ConvTransposeMixin, _InstanceNorm, \
    is_rocm_pytorch
