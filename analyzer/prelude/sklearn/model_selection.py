"""How data are split (sklearn/model_selection/_split.py, 1.5)."""
import math

import _vramlint
from numpy._sizes import some

_SPLIT = "how data are split is not known"


def _count(share, count, rounded):
    return share if isinstance(share, int) else rounded(share * count)


def _counts(count, test_size, train_size):
    """How many are trained with, and how many are tested with."""
    if not all([_vramlint.is_known(each) for each in (count, test_size, train_size)]):
        return some(_SPLIT), some(_SPLIT)
    if test_size is None and train_size is None:
        test_size = 0.25
    test = _count(test_size, count, math.ceil) if test_size is not None else None
    train = _count(train_size, count, math.floor) if train_size is not None else count - test
    return train, count - train if test is None else test


def train_test_split(*arrays, test_size=None, train_size=None, random_state=None, shuffle=True, stratify=None):
    return [part for one in arrays for part in _split(one, test_size, train_size)]


def _split(one, test_size, train_size):
    if not _vramlint.is_known(one):
        return one, one
    train, test = _counts(len(one), test_size, train_size)
    whole = list(one) if isinstance(one, (range, tuple)) else one
    rows = whole.iloc if hasattr(whole, "iloc") else whole
    return rows[:train], rows[train:] if isinstance(whole, list) else rows[:test]


class _Folds:
    def __init__(self, n_splits=5, *args, **options):
        self.n_splits = n_splits

    def get_n_splits(self, *args):
        return self.n_splits

    def split(self, X, y=None, groups=None):
        from numpy._array import made

        count = len(X)
        known = _vramlint.is_known(count) and _vramlint.is_known(self.n_splits)
        for fold in range(self.n_splits):
            test = count // self.n_splits + (1 if fold < count % self.n_splits else 0) if known else some(_SPLIT)
            yield made(None, (count - test if known else some(_SPLIT),), "int64"), made(None, (test,), "int64")


class KFold(_Folds):
    pass


class StratifiedKFold(_Folds):
    pass


class GroupKFold(_Folds):
    pass
