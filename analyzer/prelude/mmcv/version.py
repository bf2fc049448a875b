from mmcv import __version__, version_info
from vramlint_openmmlab.versions import parse_version_info
