from mmcv._line import require_old
from vramlint_openmmlab.config_dict import ConfigDict
from vramlint_openmmlab.config_file import Config, DictAction

require_old(__name__)
