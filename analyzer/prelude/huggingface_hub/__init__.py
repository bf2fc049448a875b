"""The hub's client as far as programs need it offline: what lies on the hub is not known."""

import os

import _vramlint

from . import constants, errors, utils
from .errors import *
from .file_download import hf_hub_download, hf_hub_url, try_to_load_from_cache, _CACHED_NO_EXIST
from .hf_api import (HfApi, create_branch, create_commit, create_repo, dataset_info, delete_file, delete_repo, file_exists,
                     list_datasets, list_models, list_repo_files, list_repo_tree, model_info, repo_exists, repo_info,
                     upload_file, upload_folder, whoami)


def snapshot_download(repo_id, **options):
    return _vramlint.unknown("where a snapshot of the hub lies is not known")


def login(token=None, **options):
    return None


logout = notebook_login = interpreter_login = login


def get_token():
    return None


class HfFolder:
    """Where older releases kept the token."""

    @staticmethod
    def get_token():
        return None

    @staticmethod
    def save_token(token):
        return None


class Repository:
    """A clone of a repository on the hub: nothing is pushed."""

    def __init__(self, local_dir, clone_from=None, **options):
        self.local_dir = local_dir

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *arguments, **options: None


def is_offline_mode():
    return constants.HF_HUB_OFFLINE


class ModelHubMixin:
    """Beside a module: it is saved and loaded elsewhere."""

    def __init_subclass__(cls, **options):
        taken = ("repo_url", "paper_url", "docs_url", "library_name", "license", "license_name", "license_link",
                 "language", "pipeline_tag", "tags", "coders", "model_card_template")
        super().__init_subclass__(**{name: value for name, value in options.items() if name not in taken})

    def save_pretrained(self, save_directory, **options):
        return None

    def push_to_hub(self, repo_id, **options):
        return None

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path, **options):
        return _vramlint.unknown("what lies on the hub under that name is not known")


class PyTorchModelHubMixin(ModelHubMixin):
    pass


class StateDictSplit:
    """How weights are laid into files: none is written."""

    def __init__(self):
        self.is_sharded = False
        self.metadata, self.filename_to_tensors, self.tensor_to_filename = {}, {}, {}


def split_torch_state_dict_into_shards(state_dict, **options):
    return StateDictSplit()


class CardData:
    """What stands at the head of a model's page."""

    def __init__(self, ignore_metadata_errors=False, **entries):
        self.__dict__.update(entries)

    def to_dict(self):
        return {name: value for name, value in self.__dict__.items() if value is not None}

    def get(self, key, default=None):
        value = self.__dict__.get(key)
        return default if value is None else value

    def pop(self, key, default=None):
        return self.__dict__.pop(key, default)

    def __getitem__(self, key):
        return self.__dict__[key]

    def __setitem__(self, key, value):
        self.__dict__[key] = value

    def __contains__(self, key):
        return key in self.__dict__

    def __len__(self):
        return len(self.__dict__)


ModelCardData = DatasetCardData = SpaceCardData = CardData
