"""1.x: wrappers of models, and batches as their containers."""
from mmcv._line import require_old as _require_old
from vramlint_openmmlab.homes import spread as _spread

_require_old(__name__)
__all__, __getattr__ = _spread(__name__, {
    "mmcv.parallel.data_container": "DataContainer",
    "mmcv.parallel.collate": "collate",
    "mmcv.parallel.wrappers": "MMDataParallel MMDistributedDataParallel MODULE_WRAPPERS is_module_wrapper scatter "
                              "scatter_kwargs",
})
