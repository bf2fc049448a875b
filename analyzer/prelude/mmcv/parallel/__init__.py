"""1.x: wrappers of models, and batches as their containers."""
from mmcv._line import require_old as _require_old
from vramlint_openmmlab.homes import spread as _spread

_require_old(__name__)
from mmcv.parallel.collate import collate  # noqa: E402

__all__, __getattr__ = _spread(__name__, {
    "mmcv.parallel.data_container": "DataContainer",
    "mmcv.parallel.wrappers": "MMDataParallel MMDistributedDataParallel MODULE_WRAPPERS is_module_wrapper scatter "
                              "scatter_kwargs",
})
__all__.append("collate")
