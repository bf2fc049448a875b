"""Sound: what is read from files is not known, filter banks have the sizes that they are asked for."""
import _vramlint
from librosa import filters, util


def load(path, *, sr=22050, mono=True, offset=0.0, duration=None, dtype=None, res_type="soxr_hq"):
    return _vramlint.unknown("what a sound file holds is not known"), sr


def __getattr__(name):
    return _vramlint.unknown(f"librosa.{name} is not modelled")
