"""Sound: what is read from files is not known; spectra and filter banks have the sizes that they are asked for."""
import _vramlint
from librosa import core, feature, filters, util
from librosa.core import amplitude_to_db, db_to_amplitude, db_to_power, load, magphase, power_to_db, resample, stft


def __getattr__(name):
    return _vramlint.unknown(f"librosa.{name} is not modelled")
