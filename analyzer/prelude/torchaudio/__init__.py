"""Sound as tensors: what a file holds is of float32, as channels of a length that is not known."""
import _run
import _vramlint
import torch
from vramlint_data import SOUND, said

_RATE = "the rate of a sound file is not known"
_HELD = "how long a sound in a file is is not known"
_CHANNELS = "how many channels a sound file has is not known"


def load(uri, frame_offset=0, num_frames=-1, normalize=True, channels_first=True, *args, **options):
    stated = said(uri, SOUND)
    if stated and (not _vramlint.is_known(num_frames) or num_frames < 0):
        sizes = (1,) * (2 - len(stated[1])) + stated[1]
        return torch.empty(sizes if channels_first else sizes[::-1], device="cpu"), _run.number(_RATE)
    is_whole = not _vramlint.is_known(num_frames) or num_frames < 0
    sizes = [_run.some(1, _CHANNELS), _run.some(1, _HELD) if is_whole else num_frames]
    return torch.empty(sizes if channels_first else sizes[::-1], device="cpu"), _run.number(_RATE)


def save(*args, **options):
    return None


def info(uri, *args, **options):
    return _vramlint.unknown(_HELD)
