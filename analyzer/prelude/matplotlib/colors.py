from vramlint_quiet import attribute_of


def rgb_to_hsv(arr):
    """Of pictures whose last dimension are the channels: as large as they are (matplotlib/colors.py, 3.8)."""
    from numpy import asarray, float64

    return asarray(arr).astype(float64)


hsv_to_rgb = rgb_to_hsv


def __getattr__(name):
    return attribute_of("matplotlib.colors", name)
