"""mmcv, both lines in one tree, as its documentation describes it: `_line` says which is installed."""
from mmcv._line import old as _old, version as __version__
from vramlint_openmmlab.homes import spread as _spread
from vramlint_openmmlab.versions import parse_version_info

version_info = parse_version_info(__version__)

_homes = {"mmcv.image": "imread imwrite imresize imrescale imflip imcrop impad imrotate imnormalize imdenormalize tensor2imgs "
                        "bgr2rgb rgb2bgr bgr2gray rgb2gray gray2bgr gray2rgb bgr2hsv hsv2bgr imfrombytes use_backend "
                        "impad_to_multiple imresize_to_multiple imrescale_to_multiple",
          "mmcv.visualization": "imshow imshow_bboxes color_val",
          "mmcv.video": "flowread flow_warp VideoReader"}
if _old:
    _homes["mmcv.utils"] = (
        "Config ConfigDict DictAction ProgressBar Registry Timer build_from_cfg check_file_exist concat_list collect_env "
        "deprecated_api_warning digit_version fopen get_git_hash get_logger has_method import_modules_from_strings is_filepath "
        "is_list_of is_method_overridden is_seq_of is_str is_tuple_of iter_cast jit list_cast load_url mkdir_or_exist "
        "print_log requires_executable requires_package scandir slice_list symlink to_1tuple to_2tuple to_3tuple to_4tuple "
        "to_ntuple track_iter_progress track_parallel_progress track_progress tuple_cast TORCH_VERSION SyncBatchNorm "
        "check_prerequisites check_time TimerError torch_meshgrid is_jit_tracing worker_init_fn IS_CUDA_AVAILABLE "
        "IS_MLU_AVAILABLE IS_IPU_AVAILABLE IS_MPS_AVAILABLE IS_NPU_AVAILABLE")
    _homes["mmcv.fileio"] = "BaseStorageBackend FileClient dict_from_file dump list_from_file load register_handler"
else:
    _homes["mmcv.transforms"] = "BaseTransform Compose TRANSFORMS to_tensor"
__all__, __getattr__ = _spread(__name__, _homes)
