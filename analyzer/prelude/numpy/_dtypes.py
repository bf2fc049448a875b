# Types of numpy's numbers. A scalar is a plain Python number here: numpy's own behave like one wherever a shape or a
# branch is made of them.
import _run

_sizes = {
    "bool": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8,
    "float16": 2, "float32": 4, "float64": 8, "complex64": 8, "complex128": 16, "object": 8, "str": 4, "bytes": 1,
}
_codes = {
    "?": "bool", "b": "int8", "h": "int16", "i": "int32", "l": "int64", "q": "int64", "B": "uint8", "H": "uint16",
    "I": "uint32", "L": "uint64", "e": "float16", "f": "float32", "d": "float64", "F": "complex64", "D": "complex128",
    "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "u1": "uint8", "u2": "uint16", "u4": "uint32",
    "u8": "uint64", "f2": "float16", "f4": "float32", "f8": "float64", "c8": "complex64", "c16": "complex128",
    "b1": "bool", "int": "int64", "long": "int64", "longlong": "int64", "intc": "int32", "short": "int16",
    "uint": "uint64", "float": "float64", "double": "float64", "single": "float32",
    "half": "float16", "complex": "complex128", "O": "object", "U": "str", "S": "bytes", "bool_": "bool",
}
_ranks = ["bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64", "float16", "float32",
          "float64", "complex64", "complex128", "str", "bytes", "object"]


def converted(value, name):
    if isinstance(value, str):
        value = float(value)
    kind = kind_of(name)
    if kind == "b":
        return bool(value)
    if kind in "iu":
        return int(value)
    if kind == "f":
        return float(value)
    return value


_kinds = {name: "u" if name.startswith("uint") else name[0] for name in _sizes}
_kinds |= {"object": "O", "str": "U", "bytes": "S"}


def kind_of(name):
    return _kinds[name]


class generic:
    _name = "float64"

    def __new__(cls, value=0, *args):
        from numpy._array import asarray, is_array
        if is_array(value) or isinstance(value, (list, tuple)):
            return asarray(value).astype(cls._name)
        return converted(value, cls._name)


class number(generic):
    pass


class integer(number):
    pass


class signedinteger(integer):
    pass


class unsignedinteger(integer):
    pass


class inexact(number):
    pass


class floating(inexact):
    pass


class complexfloating(inexact):
    pass


class bool_(generic):
    _name = "bool"


class int8(signedinteger):
    _name = "int8"


class int16(signedinteger):
    _name = "int16"


class int32(signedinteger):
    _name = "int32"


class int64(signedinteger):
    _name = "int64"


class uint8(unsignedinteger):
    _name = "uint8"


class uint16(unsignedinteger):
    _name = "uint16"


class uint32(unsignedinteger):
    _name = "uint32"


class uint64(unsignedinteger):
    _name = "uint64"


class float16(floating):
    _name = "float16"


class float32(floating):
    _name = "float32"


class float64(floating):
    _name = "float64"


class complex64(complexfloating):
    _name = "complex64"


class complex128(complexfloating):
    _name = "complex128"


class object_(generic):
    _name = "object"


class str_(generic):
    _name = "str"


class bytes_(generic):
    _name = "bytes"


types = {cls._name: cls for cls in [bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32,
                                    float64, complex64, complex128, object_, str_, bytes_]}


def name_of(spec):
    # "float32" of whatever numpy takes for a type.
    if not _run.is_known(spec) and _run.end(spec):  # `endian + "f"`
        spec = _run.end(spec)
    if not _run.is_known(spec):
        return spec
    if isinstance(spec, dtype):
        return spec.name
    if isinstance(spec, str):
        if spec in _sizes:
            return spec
        text = spec.lstrip("<>=|")
        name = _codes.get(text, text)
        if name in _sizes:
            return name
        raise TypeError(f"data type {spec!r} not understood")
    if isinstance(spec, list):  # records
        return "object"
    if spec is float or spec is None:
        return "float64"
    if spec is int:
        return "int64"
    if spec is bool:
        return "bool"
    if spec is complex:
        return "complex128"
    if spec is str:
        return "str"
    if spec is bytes:
        return "bytes"
    if spec is object:
        return "object"
    if isinstance(spec, type) and issubclass(spec, generic):
        return spec._name
    raise TypeError(f"cannot interpret {spec!r} as a data type")


class dtype:
    def __init__(self, spec, *args, **options):
        self.name = name_of(spec)
        self.kind = kind_of(self.name)
        self.itemsize = _sizes[self.name]

    @property
    def type(self):
        return types[self.name]

    @property
    def str(self):
        return ("|" if self.itemsize == 1 else "<") + self.kind + repr(self.itemsize)

    @property
    def char(self):
        return [code for code, name in _codes.items() if name == self.name][0]

    def __eq__(self, other):
        try:
            return self.name == name_of(other)
        except TypeError:
            return False

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return "dtype('" + self.name + "')"

    def __str__(self):
        return self.name


def joined(left, right):
    # What two types make together: numpy/core/src/multiarray/common_dtype.c.
    if left == right:
        return left
    low, high = sorted([left, right], key=_ranks.index)
    kinds = kind_of(low), kind_of(high)
    if high in ("object", "str", "bytes") or low == "bool":
        return high
    if kinds == ("u", "i"):
        if _sizes[low] < _sizes[high]:
            return high
        return {1: "int16", 2: "int32", 4: "int64", 8: "float64"}[_sizes[low]]
    if kinds == ("i", "u"):
        return {2: "int32", 4: "int64", 8: "float64"}.get(_sizes[high], high)
    if high in ("float16", "float32", "complex64") and kinds[0] in "iu":
        wide = {1: "float16", 2: "float32"}.get(_sizes[low], "float64")
        if kinds[1] == "c":
            return "complex64" if wide != "float64" else "complex128"
        return joined(high, wide)
    if high == "complex64" and low == "float64":
        return "complex128"
    return high


def with_number(name, value):
    # An array beside a Python number keeps its type unless the number is of a higher kind.
    kind = kind_of(name)
    if isinstance(value, bool) or kind in "cO":
        return name
    if isinstance(value, int):
        return "int64" if kind == "b" else name
    if isinstance(value, float):
        return "float64" if kind in "biu" else name
    return "complex64" if name in ("float16", "float32") else "complex128"


def is_complex(value):
    return _run.is_known(value) and isinstance(value, complex)


def of_value(value):
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int64"
    if isinstance(value, float):
        return "float64"
    if isinstance(value, complex):
        return "complex128"
    if isinstance(value, str):
        return "str"
    return "object"


def issubdtype(arg1, arg2):
    own = types[name_of(arg1)]
    if isinstance(arg2, type) and issubclass(arg2, generic):
        return issubclass(own, arg2)
    return issubclass(own, types[name_of(arg2)])
