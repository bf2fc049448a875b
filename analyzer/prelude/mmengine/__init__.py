"""mmengine 0.10, as its documentation describes it."""
from vramlint_openmmlab.homes import spread
from vramlint_packages import require

__version__ = __release__ = require("mmengine")
__shared__ = True
version_info = tuple([int(part) for part in __version__.split(".")])

__all__, __getattr__ = spread(__name__, {
    "mmengine.config": "Config ConfigDict DictAction read_base",
    "mmengine.fileio": "BaseFileHandler BaseStorageBackend FileClient HTTPBackend HardDiskBackend JsonHandler LmdbBackend "
                       "LocalBackend MemcachedBackend PetrelBackend PickleHandler YamlHandler copyfile copytree "
                       "dict_from_file dump exists generate_presigned_url get get_file_backend get_local_path get_text isdir "
                       "isfile join_path list_dir_or_file list_from_file load put put_text register_backend "
                       "register_handler remove rmtree",
    "mmengine.logging": "HistoryBuffer MMLogger MessageHub print_log",
    "mmengine.registry": "DATASETS DATA_SAMPLERS DefaultScope EVALUATOR FUNCTIONS HOOKS INFERENCERS LOG_PROCESSORS LOOPS "
                         "METRICS MODELS MODEL_WRAPPERS OPTIMIZERS OPTIM_WRAPPERS OPTIM_WRAPPER_CONSTRUCTORS "
                         "PARAM_SCHEDULERS RUNNERS RUNNER_CONSTRUCTORS Registry STRATEGIES TASK_UTILS TRANSFORMS VISBACKENDS "
                         "VISUALIZERS WEIGHT_INITIALIZERS build_from_cfg build_model_from_cfg build_runner_from_cfg "
                         "build_scheduler_from_cfg count_registered_modules init_default_scope traverse_registry_tree",
    "mmengine.utils": "ManagerMeta ManagerMixin ProgressBar Timer TimerError apply_to call_command check_file_exist "
                      "check_prerequisites check_time concat_list deprecated_api_warning deprecated_function digit_version "
                      "fopen get_git_hash get_installed_path get_object_from_string has_method import_modules_from_strings "
                      "install_package is_abs is_filepath is_installed is_list_of is_method_overridden is_seq_of is_str "
                      "is_tuple_of iter_cast list_cast mkdir_or_exist requires_executable requires_package scandir "
                      "slice_list symlink to_1tuple to_2tuple to_3tuple to_4tuple to_ntuple track_iter_progress "
                      "track_parallel_progress track_progress track_progress_rich tuple_cast",
})
