"""What stays of a picture's size and mode."""


def _as_it_is(image, *args, **options):
    return image.copy()


autocontrast = equalize = flip = invert = mirror = posterize = solarize = deform = _as_it_is


def grayscale(image):
    return image.convert("L")


def colorize(image, black, white, mid=None, blackpoint=0, whitepoint=255, midpoint=127):
    return image.convert("RGB")


def crop(image, border=0):
    return expand(image, -border if isinstance(border, int) else tuple([-each for each in border]))


def expand(image, border=0, fill=0):
    if isinstance(border, int):
        border = (border, border)
    across, down = (2 * border[0], 2 * border[1]) if len(border) == 2 else (border[0] + border[2], border[1] + border[3])
    return image.of_size(image.width + across, image.height + down)


def fit(image, size, method=3, bleed=0.0, centering=(0.5, 0.5)):
    return image.of_size(size[0], size[1])


def pad(image, size, method=3, color=None, centering=(0.5, 0.5)):
    return image.of_size(size[0], size[1])


def scale(image, factor, resample=3):
    return image.of_size(round(factor * image.width), round(factor * image.height))


def exif_transpose(image, *, in_place=False):
    return None if in_place else image.copy()
