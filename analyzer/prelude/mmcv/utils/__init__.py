"""1.x; what 2.x still has of it only names its operators."""
from mmcv._line import old as _old
from vramlint_openmmlab.homes import spread as _spread

if _old:
    _homes = {
        "mmcv.utils.config": "Config ConfigDict DictAction",
        "mmcv.utils.misc": "check_prerequisites concat_list deprecated_api_warning has_method import_modules_from_strings "
                           "is_list_of is_method_overridden is_seq_of is_str is_tuple_of iter_cast list_cast "
                           "requires_executable requires_package slice_list to_1tuple to_2tuple to_3tuple to_4tuple "
                           "to_ntuple tuple_cast",
        "vramlint_openmmlab.paths": "check_file_exist fopen is_filepath mkdir_or_exist scandir symlink",
        "vramlint_openmmlab.progress": "ProgressBar Timer TimerError check_time track_iter_progress track_parallel_progress "
                                       "track_progress",
        "vramlint_openmmlab.versions": "digit_version get_git_hash",
        "mmcv.utils.logging": "get_logger print_log",
        "mmcv.utils.parrots_wrapper": "BuildExtension CUDAExtension CppExtension DataLoader IS_CUDA_AVAILABLE PoolDataLoader "
                                      "SyncBatchNorm TORCH_VERSION _AdaptiveAvgPoolNd _AdaptiveMaxPoolNd _AvgPoolNd _BatchNorm "
                                      "_ConvNd _ConvTransposeMixin _InstanceNorm _MaxPoolNd _get_cuda_home get_build_config "
                                      "is_rocm_pytorch",
        "mmcv.utils.registry": "Registry build_from_cfg",
        "mmcv.utils.surroundings": "IS_IPU_AVAILABLE IS_MLU_AVAILABLE IS_MPS_AVAILABLE IS_NPU_AVAILABLE collect_env jit "
                                   "skip_no_elena worker_init_fn",
        "vramlint_openmmlab.bases": "is_jit_tracing load_url torch_meshgrid",
    }
else:
    _homes = {"mmcv.utils.ext_loader": "check_ops_exist load_ext",
              "mmcv.utils.surroundings": "IS_CUDA_AVAILABLE IS_MLU_AVAILABLE IS_MPS_AVAILABLE IS_NPU_AVAILABLE collect_env jit "
                                         "skip_no_elena"}
__all__, __getattr__ = _spread(__name__, _homes)
