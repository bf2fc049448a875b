from vramlint_openmmlab.homes import spread

__all__, __getattr__ = spread(__name__, {
    "mmengine.utils.manager": "ManagerMeta ManagerMixin",
    "mmengine.utils.misc": "apply_to check_prerequisites concat_list deprecated_api_warning deprecated_function "
                           "get_object_from_string has_method import_modules_from_strings is_list_of is_method_overridden "
                           "is_seq_of is_str is_tuple_of iter_cast list_cast requires_executable requires_package "
                           "slice_list to_1tuple to_2tuple to_3tuple to_4tuple to_ntuple tuple_cast",
    "mmengine.utils.package_utils": "call_command get_installed_path install_package is_installed",
    "mmengine.utils.path": "check_file_exist fopen is_abs is_filepath mkdir_or_exist scandir symlink",
    "mmengine.utils.progress": "ProgressBar Timer TimerError check_time track_iter_progress track_parallel_progress "
                               "track_progress track_progress_rich",
    "mmengine.utils.version_utils": "digit_version get_git_hash",
})
