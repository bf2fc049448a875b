"""Scalers leave sizes alone; encoders number what they are given (sklearn/preprocessing, 1.5)."""
import _vramlint
from numpy._array import asarray, made
from sklearn._sizes import like

_FITTED = ("mean_", "scale_", "var_", "min_", "max_", "data_min_", "data_max_", "data_range_", "center_", "max_abs_")


class _Scaler:
    def __init__(self, *args, **options):
        pass

    def fit(self, X, y=None, sample_weight=None):
        width = getattr(asarray(X), "shape", (0,))[-1]
        self.__dict__.update({name: made(None, (width,), "float64") for name in _FITTED}, n_features_in_=width)
        return self

    partial_fit = fit

    def transform(self, X, copy=None):
        return like(X)

    inverse_transform = transform

    def fit_transform(self, X, y=None, **options):
        return self.fit(X).transform(X)


class StandardScaler(_Scaler):
    pass


class MinMaxScaler(_Scaler):
    pass


class MaxAbsScaler(_Scaler):
    pass


class RobustScaler(_Scaler):
    pass


class Normalizer(_Scaler):
    pass


class PowerTransformer(_Scaler):
    pass


class QuantileTransformer(_Scaler):
    pass


def scale(X, *args, **options):
    return like(X)


normalize = minmax_scale = robust_scale = scale


class LabelEncoder:
    def __init__(self):
        self.classes_ = _vramlint.unknown("how many classes data have is not known")

    def fit(self, y):
        return self

    def transform(self, y):
        y = asarray(y)
        return y if not _vramlint.is_known(y) else made(None, y.shape_, "int64")

    def fit_transform(self, y):
        return self.transform(y)

    def inverse_transform(self, y):
        return _vramlint.unknown("what the classes of data are called is not known")


def label_binarize(y, *, classes, neg_label=0, pos_label=1, sparse_output=False):
    """A column a class, and one for two of them (sklearn/preprocessing/_label.py, 1.5)."""
    count = len(classes)
    if sparse_output or not _vramlint.is_known(count):
        return _vramlint.unknown("label_binarize is not modelled for sparse results or an unknown number of classes")
    return made(None, (len(y), 1 if count == 2 else count), "int64")
