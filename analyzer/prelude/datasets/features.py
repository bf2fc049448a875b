"""What columns hold: classes and columns of a data set of the hub are filed there."""
import _run
import _vramlint


class _Feature:
    def __init__(self, *given, **options):
        self.__dict__.update(options)


class Value(_Feature):
    def __init__(self, dtype, id=None):
        self.dtype, self.id = dtype, id


class ClassLabel(_Feature):
    dtype = "int64"

    def __init__(self, num_classes=None, names=None, names_file=None, id=None):
        self.names = names if names is not None else [str(index) for index in range(num_classes)]
        self.num_classes = len(self.names)

    def int2str(self, values):
        return self.names[values] if isinstance(values, int) else [self.names[value] for value in values]

    def str2int(self, values):
        return _run.number("which class it is depends on the data")


class Image(_Feature):
    dtype = "PIL.Image.Image"


class Audio(_Feature):
    dtype = "dict"

    def __init__(self, sampling_rate=None, mono=True, decode=True, **options):
        self.sampling_rate, self.mono, self.decode = sampling_rate, mono, decode


class Sequence(_Feature):
    def __init__(self, feature=None, length=-1, id=None):
        self.feature, self.length = feature, length


class List(Sequence):
    pass


LargeList = List


class Translation(_Feature):
    pass


class _Array(_Feature):
    def __init__(self, shape, dtype):
        self.shape, self.dtype = shape, dtype


class Array2D(_Array):
    pass


class Array3D(_Array):
    pass


Array4D = Array5D = Array3D


def read_as(feature, data, column):
    """What a column's rows hold, if it is read as `feature`."""
    from datasets._rows import picture, sound

    if _run.is_known(feature):
        if isinstance(feature, Audio):
            return sound(feature.sampling_rate)
        if isinstance(feature, Image):
            return picture()
        if isinstance(feature, ClassLabel) or feature == "label":
            return _vramlint.between(0, 0, 2**31, f"which class the column `{column}` says is not known")
    return data._of(column)


class Features(dict):
    _is_open = False

    @classmethod
    def _of_data_set(cls, data):
        made = cls({name: _feature(data._kinds.get(name), name) for name in data._row()})
        made._is_open = data._is_open
        return made

    def __contains__(self, name):
        from datasets._rows import Names

        return name in Names(dict.keys(self), self._is_open)

    def __getitem__(self, name):
        if self._is_open and not dict.__contains__(self, name):
            return _filed(name)
        return dict.__getitem__(self, name)

    def keys(self):
        from datasets._rows import Names

        return Names(dict.keys(self), self._is_open)

    def __iter__(self):
        return iter(self.keys())

    def copy(self):
        made = Features(self)
        made._is_open = self._is_open
        return made


def _feature(kind, name):
    if isinstance(kind, (list, tuple)):
        return List(_feature(kind[0], name))
    if isinstance(kind, int):
        return ClassLabel(kind)
    if isinstance(kind, dict):
        return Features({part: _feature(inner, part) for part, inner in kind.items()})
    if kind in ("text", "number"):
        return Value("string" if kind == "text" else "int64")
    if kind in ("image", "audio"):
        return Image() if kind == "image" else Audio()
    return _filed(name)


def _filed(name):
    return _run.unknown(f"which classes the column `{name}` of a data set has is filed with it")
