"""The hub's client as far as programs need it offline: what lies on the hub is not known."""

import os

from . import constants, errors, utils
from .errors import *
from .file_download import hf_hub_download, hf_hub_url, try_to_load_from_cache, _CACHED_NO_EXIST


def is_offline_mode():
    return constants.HF_HUB_OFFLINE
