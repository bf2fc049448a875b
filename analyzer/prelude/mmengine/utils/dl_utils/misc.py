from mmengine.utils.dl_utils import mmcv_full_available
from vramlint_openmmlab.bases import has_batch_norm, is_norm, tensor2imgs
