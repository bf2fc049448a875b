import _vramlint
from pandas.tseries.offsets import DateOffset, kind_of


def to_offset(freq):
    if not _vramlint.is_known(freq) or freq is None or isinstance(freq, DateOffset):
        return freq
    digits = "".join([letter for letter in freq if letter.isdigit()])
    return kind_of(freq[len(digits):])(int(digits or 1))
