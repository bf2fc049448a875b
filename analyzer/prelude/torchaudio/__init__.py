"""Sound as tensors: what a file holds is of float32, as channels of a length that is not known."""
import _run
import _vramlint
import torch
from vramlint_data import SOUND, said

_RATE = "the rate of a sound file is not known"
_HELD = "how long a sound in a file is is not known"


def load(uri, frame_offset=0, num_frames=-1, normalize=True, channels_first=True, *args, **options):
    stated = said(uri, SOUND)
    if stated and (not _vramlint.is_known(num_frames) or num_frames < 0):
        sizes = (1,) * (2 - len(stated[1])) + stated[1]
        return torch.empty(sizes if channels_first else sizes[::-1], device="cpu"), _run.number(_RATE)
    is_whole = not _vramlint.is_known(num_frames) or num_frames < 0
    _vramlint.assume("a sound file that is not at hand is taken to have one channel")
    sizes = [1, _run.some(1, _HELD) if is_whole else num_frames]
    return torch.empty(sizes if channels_first else sizes[::-1], device="cpu"), _run.number(_RATE)


def save(*args, **options):
    return None


def info(uri, *args, **options):
    return _vramlint.unknown(_HELD)


def set_audio_backend(backend):
    return None


def get_audio_backend():
    return "soundfile"


def list_audio_backends():
    return ["soundfile"]


def __getattr__(name):
    if name in ("transforms", "functional", "compliance"):
        return __import__("torchaudio." + name, None, None, ["*"])
    if name.startswith("_"):
        raise AttributeError(f"module 'torchaudio' has no attribute '{name}'")
    return _vramlint.unknown(f"torchaudio.{name} is not modelled")
