from mmcv._line import require_old
from mmcv.utils.registry import Registry, build_from_cfg
from vramlint_openmmlab.modules import Sequential

require_old(__name__)


def build_model_from_cfg(cfg, registry, default_args=None):
    if isinstance(cfg, list):
        return Sequential(*[build_from_cfg(each, registry, default_args) for each in cfg])
    return build_from_cfg(cfg, registry, default_args)


MODELS = Registry("model", build_func=build_model_from_cfg, scope="mmcv")
