"""Volumes in files: `data:` says how large one is."""
import _run
import _vramlint
import numpy
from vramlint_data import VOLUMES, said


class Nifti1Image:
    def __init__(self, dataobj, affine=None, header=None, *args, **options):
        self.dataobj, self.header = dataobj, _vramlint.unknown("what the header of a volume says is not known")
        self.affine = numpy.zeros([4, 4]) if affine is None else affine

    @property
    def shape(self):
        return self.dataobj.shape

    def get_fdata(self, *args, dtype=numpy.float64, **options):
        return numpy.asarray(self.dataobj).astype(dtype)

    def get_data(self):
        return self.dataobj

    def to_filename(self, *args):
        return None


Nifti1Pair = Nifti2Image = Nifti1Image


def load(filename, *args, **options):
    stated = said(filename, VOLUMES)
    if stated is None:
        return _vramlint.unknown("what a volume in a file holds is not known")
    name, sizes = stated
    return Nifti1Image(numpy.empty(list(sizes), dtype=name))


def as_closest_canonical(img, *args, **options):
    return img


def save(*args, **options):
    return None
