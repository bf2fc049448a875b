"""Files of the hub are not at hand."""

import re

import _run

REGEX_COMMIT_HASH = re.compile(r"^[0-9a-f]{40}$")
_CACHED_NO_EXIST = object()


def _not_at_hand(name):
    def ask(*args, **keywords):
        return _run.unknown(f"what huggingface_hub.{name} finds depends on the run")

    return ask


def hf_hub_download(repo_id, filename, *args, **options):
    return _run.unknown(f"`{filename}` of `{repo_id}` lies on the hub: transformers also takes it from `{repo_id}/{filename}` "
                        "below the folder that it is started in, or from a folder that `models:` in vramlint.yaml "
                        "gives that name")


hf_hub_url = _not_at_hand("hf_hub_url")
try_to_load_from_cache = _not_at_hand("try_to_load_from_cache")
