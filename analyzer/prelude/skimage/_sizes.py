import _vramlint
from numpy._array import asarray, made


def resized(image, shape, name):
    image = asarray(image)
    return image if not _vramlint.is_known(image) else made(None, shape, name or image._dtype)


def real(image):
    """The type of what is computed of a picture: float32 stays as it is."""
    image = asarray(image)
    return image._dtype if getattr(image, "_dtype", "") in ("float32", "float16") else "float64"


def typed(name):
    """The same in another type; of a float image `img_as_float` leaves it."""
    def convert(image, force_copy=False):
        image = asarray(image)
        if not _vramlint.is_known(image):
            return image
        return made(None, image.shape_, image._dtype if name == "float64" and image._dtype[0] == "f" else name)
    return convert
