"""Names and places of the hub."""

import os

HF_HOME = os.path.expanduser(os.getenv("HF_HOME", os.path.join("~", ".cache", "huggingface")))
HF_HUB_CACHE = HUGGINGFACE_HUB_CACHE = os.path.join(HF_HOME, "hub")
HF_HUB_OFFLINE = os.getenv("HF_HUB_OFFLINE", "0").upper() in ("1", "ON", "YES", "TRUE")
ENDPOINT = "https://huggingface.co"
PYTORCH_WEIGHTS_NAME = "pytorch_model.bin"
CONFIG_NAME = "config.json"
SAFETENSORS_SINGLE_FILE = "model.safetensors"
SAFETENSORS_INDEX_FILE = "model.safetensors.index.json"
