"""What files of weights hold is not known."""

import _run

_WHY = "the contents of a checkpoint are not read"


class SafetensorError(Exception):
    pass


class safe_open:
    def __init__(self, filename, framework="pt", device="cpu"):
        self._device = device

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None

    def _not_known(self, *names):
        return _run.unknown(_WHY)

    keys = offset_keys = metadata = get_tensor = get_slice = _not_known
