from mmcv.parallel.wrappers import is_module_wrapper
