"""mmcv, both lines in one tree, as its documentation describes it: `_line` says which is installed."""
from mmcv._line import old as _old, version as __version__

__release__ = __version__
__shared__ = True
from vramlint_openmmlab.homes import spread as _spread
from vramlint_openmmlab.versions import parse_version_info

version_info = parse_version_info(__version__)

_homes = {
    "mmcv.image": "adjust_brightness adjust_color adjust_contrast adjust_hue adjust_lighting adjust_sharpness auto_contrast "
                  "bgr2gray bgr2hls bgr2hsv bgr2rgb bgr2ycbcr clahe cutout gray2bgr gray2rgb hls2bgr hsv2bgr imconvert imcrop "
                  "imdenormalize imequalize imflip imflip_ imfrombytes iminvert imnormalize imnormalize_ impad "
                  "impad_to_multiple imread imrescale imrescale_to_multiple imresize imresize_like imresize_to_multiple "
                  "imrotate imshear imtranslate imwrite lut_transform posterize rescale_size rgb2bgr rgb2gray rgb2ycbcr "
                  "solarize tensor2imgs use_backend ycbcr2bgr ycbcr2rgb",
    "mmcv.arraymisc": "dequantize quantize",
    "mmcv.visualization": "color_val flowshow imshow imshow_bboxes imshow_det_bboxes",
    "mmcv.video": "VideoReader flow_from_bytes flow_warp flowread flowwrite frames2video",
}
if _old:
    _homes["mmcv.utils"] = (
        "Config ConfigDict DictAction ProgressBar Registry Timer build_from_cfg check_file_exist concat_list collect_env "
        "deprecated_api_warning digit_version fopen get_git_hash get_logger has_method import_modules_from_strings is_filepath "
        "is_list_of is_method_overridden is_seq_of is_str is_tuple_of iter_cast jit list_cast load_url mkdir_or_exist "
        "print_log requires_executable requires_package scandir slice_list symlink to_1tuple to_2tuple to_3tuple to_4tuple "
        "to_ntuple track_iter_progress track_parallel_progress track_progress tuple_cast TORCH_VERSION SyncBatchNorm "
        "check_prerequisites check_time TimerError torch_meshgrid is_jit_tracing worker_init_fn IS_CUDA_AVAILABLE "
        "IS_MLU_AVAILABLE IS_IPU_AVAILABLE IS_MPS_AVAILABLE IS_NPU_AVAILABLE _get_cuda_home get_build_config "
        "is_rocm_pytorch skip_no_elena")
    _homes["mmcv.fileio"] = ("BaseFileHandler BaseStorageBackend FileClient JsonHandler PickleHandler YamlHandler "
                              "dict_from_file dump list_from_file load register_handler")
else:
    _homes["mmcv.transforms"] = ("BaseTransform CenterCrop Compose ImageToTensor KeyMapper LoadAnnotations "
                                 "LoadImageFromFile MultiScaleFlipAug Normalize Pad RandomApply RandomChoice "
                                 "RandomChoiceResize RandomFlip RandomGrayscale RandomResize Resize TRANSFORMS "
                                 "TestTimeAug ToTensor TransformBroadcaster to_tensor")
__all__, __getattr__ = _spread(__name__, _homes)
