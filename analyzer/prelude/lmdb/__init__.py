"""A database of files: how many there are and what they hold is not known."""
import _vramlint

_HELD = "what an LMDB database holds is not known"


class Error(Exception):
    pass


class Transaction:
    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None

    def get(self, key, default=None, db=None):
        return _vramlint.unknown(_HELD)

    def stat(self, db=None):
        return _vramlint.unknown(_HELD)

    def cursor(self, db=None):
        return _vramlint.unknown(_HELD)

    def put(self, key, value, *args, **options):
        return True

    delete = put

    def commit(self):
        return None

    abort = commit


class Environment:
    def __init__(self, path, *args, **options):
        self._path = path

    def begin(self, *args, **options):
        return Transaction()

    def path(self):
        return self._path

    def stat(self):
        return _vramlint.unknown(_HELD)

    info = stat

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None

    def close(self):
        return None

    sync = close


open = Environment
