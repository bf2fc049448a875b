from mmcv._line import require_old
from torch.nn.modules.pooling import _AdaptiveAvgPoolNd, _AdaptiveMaxPoolNd, _AvgPoolNd, _MaxPoolNd
from torch.utils.data import DataLoader
from vramlint_openmmlab.bases import TORCH_VERSION, SyncBatchNorm, _BatchNorm, _ConvNd, _ConvTransposeMixin, _InstanceNorm, \
    is_rocm_pytorch
from vramlint_openmmlab.homes import Inert

require_old(__name__)
SyncBatchNorm_ = SyncBatchNorm
PoolDataLoader = DataLoader
IS_CUDA_AVAILABLE = True
BuildExtension = CppExtension = CUDAExtension = Inert


def _get_cuda_home():
    return "/usr/local/cuda"


def get_build_config():
    return ""
