"""Paths: what only asks the disk for something it does not write."""
import os
import os.path as osp


def is_filepath(x):
    return isinstance(x, str) or hasattr(x, "__fspath__")


def is_abs(path):
    return osp.isabs(path) or path.startswith(("http://", "https://", "s3://"))


def fopen(filepath, *args, **kwargs):
    return open(filepath, *args, **kwargs)


def check_file_exist(filename, msg_tmpl='file "{}" does not exist'):
    if not osp.isfile(filename):
        raise FileNotFoundError(msg_tmpl.format(filename))


def mkdir_or_exist(dir_name, mode=0o777):
    return None


def symlink(src, dst, overwrite=True, **kwargs):
    return None


def scandir(dir_path, suffix=None, recursive=False, case_sensitive=True):
    import _vramlint
    return _vramlint.unknown("the files of a folder are not listed")
