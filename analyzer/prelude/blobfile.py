# Files here and in buckets by the same names: as those of a folder that is not at hand.
from os import listdir, makedirs, remove, rmdir, stat
from os.path import basename, dirname, exists, isdir, join
from glob import glob
from shutil import copyfile as copy, rmtree


def BlobFile(path, mode="r", *arguments, **options):
    return open(path, mode)


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'blobfile' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("blobfile." + name + " is not modelled; its own source is read where --python-path leads to it")
