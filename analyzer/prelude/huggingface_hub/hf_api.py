"""Calls to the hub's server: what it answers is not known, and nothing is sent."""
import _vramlint


def _asks(name):
    def ask(*arguments, **options):
        return _vramlint.unknown(f"what the hub answers to `{name}` is not known")
    ask.__name__ = name
    return ask


class HfApi:
    def __init__(self, endpoint=None, token=None, **options):
        self.endpoint, self.token = endpoint, token

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return _asks(name)


def _does_nothing(*arguments, **options):
    return None


model_info = _asks("model_info")
dataset_info = _asks("dataset_info")
repo_info = _asks("repo_info")
list_models = _asks("list_models")
list_datasets = _asks("list_datasets")
list_repo_files = _asks("list_repo_files")
list_repo_tree = _asks("list_repo_tree")
file_exists = _asks("file_exists")
repo_exists = _asks("repo_exists")
whoami = _asks("whoami")
create_repo = _asks("create_repo")
create_branch = _asks("create_branch")
create_commit = _asks("create_commit")
upload_file = _asks("upload_file")
upload_folder = _asks("upload_folder")
delete_repo = delete_file = _does_nothing
