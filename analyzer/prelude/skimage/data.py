"""Pictures that come with the package: each of one size (their docstrings; scikit-image 0.17 to 0.24)."""
from numpy._array import made

_SIZES = {
    "astronaut": (512, 512, 3), "brick": (512, 512), "camera": (512, 512), "cat": (300, 451, 3), "chelsea": (300, 451, 3),
    "checkerboard": (200, 200), "clock": (300, 400), "coffee": (400, 600, 3), "coins": (303, 384), "grass": (512, 512),
    "gravel": (512, 512), "hubble_deep_field": (872, 1000, 3), "immunohistochemistry": (512, 512, 3), "moon": (512, 512),
    "page": (191, 384), "retina": (1411, 1411, 3), "rocket": (427, 640, 3), "text": (172, 448),
}


def _picture(size):
    return lambda: made(None, size, "uint8")


for _name, _size in _SIZES.items():
    globals()[_name] = _picture(_size)


def horse():
    return made(None, (328, 400), "bool")


def binary_blobs(length=512, blob_size_fraction=0.1, n_dim=2, volume_fraction=0.5, rng=None, **options):
    return made(None, (length,) * n_dim, "bool")
