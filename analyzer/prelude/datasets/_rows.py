"""What a row holds. Which columns a data set of the hub has is not known: whatever the program asks for is one of them."""
import _run
import _vramlint

_PICTURES = {"image", "images", "img", "picture", "photo", "pixel_values", "jpg", "png", "webp"}
_SOUND = {"audio", "speech", "wav"}
_NUMBERS = {"label", "labels", "idx", "index", "id", "fine_label", "coarse_label", "start_positions", "end_positions"}
_LABELS = ("label", "labels", "label_ids")
_NAMED = "how the columns of a data set are called is not known"


def _why(name):
    return f"what the column `{name}` of a data set holds is not known" if _run.is_known(name) else "what a data set holds is not known"


def sound(sampling_rate=None):
    """As `datasets` decodes a recording."""
    from numpy._array import made
    from vramlint_data import SOUND, said

    stated = said(_run.unknown("where a recording of a data set lies is not known"), SOUND)
    sizes = stated[1] if stated else (_run.some(1, "how long a sound is depends on the data"),)
    rate = _run.number("the rate of a recording is not known") if sampling_rate is None else sampling_rate
    return {"array": made(None, sizes, "float32"), "path": _run.unknown(_why("path")), "sampling_rate": rate}


def picture():
    from PIL import Image

    return Image.open(_run.unknown("where a picture of a data set lies is not known"))


def field(name, kind=None):
    """What stands in a column, as far as its kind or its name tells."""
    if isinstance(kind, int) or kind == "number":
        return _vramlint.between(0, 0, 2**31, _why(name))
    if isinstance(kind, list):
        return many(field(name, kind[0]), _why(name))
    if isinstance(kind, tuple):
        return [field(name, kind[0])]
    if isinstance(kind, dict):
        return {part: field(f"{name}.{part}", inner) for part, inner in kind.items()}
    if kind in ("text", "list"):
        return _run.unknown(_why(name))
    plain = name.lower() if _run.is_known(name) and isinstance(name, str) else ""
    if plain in _PICTURES or plain.rpartition("_")[2] in _PICTURES:
        return picture()
    if plain in _SOUND:
        return sound()
    if plain in _NUMBERS:
        return _vramlint.between(0, 0, 2**31, _why(name))
    return _run.unknown(_why(name))


def many(item, why="how many rows a data set has is not known"):
    """So many of them as is not known."""
    return [item for _ in _run.unknown(why)]


def _has_other_labels(name, there):
    return name in _LABELS and any([other in there for other in _LABELS])


class Names(list):
    """Of columns: of a data set of the hub those that the program has asked for."""

    def __init__(self, names, is_open, are_made=False):
        super().__init__(names)
        self.is_open, self.are_made = is_open, are_made

    def __iter__(self):
        if self.is_open and not self.are_made:
            return iter(many(_run.unknown(_NAMED), _NAMED))
        if self.is_open:
            _vramlint.assume("a data set is taken to have the columns that the program names, and no other")
        return list.__iter__(self)

    def __len__(self):
        return _run.unknown(_NAMED) if self.is_open else list.__len__(self)

    def __contains__(self, name):
        if list.__contains__(self, name):
            return True
        if _has_other_labels(name, list(list.__iter__(self))):
            return False
        if self.are_made and name.lower() not in _NUMBERS:  # what models take beside that is made, not filed
            return False
        if self.is_open:
            _vramlint.assume(f"the data set is taken to have a column `{name}`, which the program asks for")
        return self.is_open

    def __getitem__(self, index):
        if self.is_open:
            return _run.unknown(_NAMED)
        return list.__getitem__(self, index)


class Row(dict):
    """One row, or, with `repeats`, several as `map` hands them over."""

    def __init__(self, known, is_open, repeats=None, dropped=()):
        super().__init__(known)
        self.is_open, self.repeats, self.dropped = is_open, repeats, dropped

    def _has(self, name):
        if not _run.is_known(name):
            return self.is_open
        if dict.__contains__(self, name) or not self.is_open:
            return dict.__contains__(self, name)
        return name not in self.dropped and not _has_other_labels(name, list(dict.keys(self)))

    def __contains__(self, name):
        return self._has(name)

    def __getitem__(self, name):
        if not _run.is_known(name) or not dict.__contains__(self, name):
            if not self._has(name):
                raise KeyError(name)
            found = field(name)
            found = found if self.repeats is None else [found] * self.repeats
            if not _run.is_known(name):
                return found
            self[name] = found
        return dict.__getitem__(self, name)

    def get(self, name, default=None):
        return self[name] if self._has(name) else default

    def pop(self, name, *default):
        if not self._has(name) and default:
            return default[0]
        value = self[name]
        del self[name]
        return value


def first(value):
    """What the first row gets of what is made for several."""
    import torch

    if not _run.is_known(value):
        return value[0]
    if isinstance(value, torch.Tensor) or hasattr(value, "__array__"):
        return value[0]
    if isinstance(value, (list, tuple)):
        return value[0] if len(value) else _run.unknown("of what is mapped nothing is left for the rows that are taken")
    return value


def as_tensors(value):
    import torch

    if not _run.is_known(value) and not _vramlint.is_number(value):
        return value
    if isinstance(value, (str, dict, torch.Tensor)) or hasattr(value, "channels"):
        return value
    return torch.as_tensor(value)
