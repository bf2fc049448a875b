import _vramlint
from librosa.core import frames_of
from numpy._array import made


def melspectrogram(y=None, sr=22050, S=None, n_fft=2048, hop_length=512, win_length=None, window="hann", center=True,
                   pad_mode="constant", power=2.0, n_mels=128, **options):
    given = y if S is None else S
    frames = frames_of(y, n_fft, hop_length, center) if S is None else S.shape[-1]
    lead = y.shape[:-1] if S is None else S.shape[:-2]
    return made(None, lead + (n_mels, frames), given.dtype.name)


def mfcc(y=None, sr=22050, S=None, n_mfcc=20, **options):
    bands = melspectrogram(y=y, sr=sr, **options) if S is None else S
    return made(None, bands.shape[:-2] + (n_mfcc, bands.shape[-1]), bands.dtype.name)


def __getattr__(name):
    return _vramlint.unknown(f"librosa.feature.{name} is not modelled")
