"""What a project's own steps make of the size of an image: that of the step that they derive from, else what they do to an
array of that size."""
import importlib

import _vramlint
from numpy._array import made
from numpy._sizes import some
from vramlint_openmmlab.sizes import kind

PLACES = ".datasets.transforms", ".datasets.pipelines", ".datasets"


def through_own(find, steps, changes):
    """(height, width), None where it is not one. `find` gives the name of the project's package and its models."""
    try:
        package = find()[0]
    except ImportError:
        return None
    size = None
    for step in steps:
        size = _through(package, step, changes, size)
    return size if size is not None and _vramlint.is_known(*size) else None


def _through(package, step, changes, size):
    if kind(step) in changes:
        return changes[kind(step)](step, size)
    cls = _class_of(package, kind(step))
    if cls is None:
        return size
    for base in cls.__mro__:
        if base.__name__ in changes:
            return changes[base.__name__](step, size)
    try:
        return _done(cls(**{name: step[name] for name in step if name != "type"}), size)
    except Exception:  # it wants more than an image
        return size


def _class_of(package, name):
    for place in PLACES:
        try:
            found = getattr(importlib.import_module(package + place), name, None)
        except ImportError:
            found = None
        if isinstance(found, type) and _vramlint.is_known(found):
            return found
    return None


def _done(step, size):
    if size is None:
        why = _vramlint.unknown("the size of a picture in a file is not known")
        size = some(why, 1), some(why, 1)
    image = made(None, (*size, 3), "uint8")
    results = step({"img": image, "img_shape": tuple(size), "ori_shape": tuple(size), "img_fields": ["img"]})
    return tuple(results["img"].shape[:2])
