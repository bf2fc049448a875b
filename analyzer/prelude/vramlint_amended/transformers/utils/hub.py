"""What lies on the hub is not at hand: a model's config is asked for, other files are taken not to be there."""


def amend(module):
    def cached(path_or_repo_id, full_filename, *args, **options):
        from huggingface_hub import hf_hub_download

        is_config = full_filename.split("/")[-1] == "config.json"
        return hf_hub_download(path_or_repo_id, full_filename) if is_config else None

    if hasattr(module, "_get_cache_file_to_return"):  # since 4.50
        module._get_cache_file_to_return = cached


def config_of(name, options):
    """True where the config of a checkpoint lies in a folder, else what is to be given."""
    import os

    import _vramlint

    if not _vramlint.is_known(name) or os.path.isdir(str(name)) or os.path.isfile(str(name)):
        return True
    from huggingface_hub import hf_hub_download

    return hf_hub_download(name, os.path.join(options.get("subfolder") or "", "config.json"))
