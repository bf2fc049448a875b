import _vramlint
from numpy._array import made
from vramlint_data import PICTURES, said


def imread(uri=None, *args, **options):
    stated = said(uri, PICTURES)
    if stated:
        return made(None, stated[1], stated[0])
    return _vramlint.unknown("the size of a picture in a file, and how many channels it has, is not known")


imread_collection = imread


def imsave(*args, **options):
    return None


imshow = show = imsave
