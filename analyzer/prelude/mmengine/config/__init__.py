from vramlint_openmmlab.config_dict import ConfigDict
from vramlint_openmmlab.config_file import Config, DictAction, read_base
