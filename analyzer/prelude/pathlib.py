"""Paths, on a POSIX system."""

import os

import _run


def _parts_of(text):
    parts = [part for part in text.split("/") if part not in ("", ".")]
    return ("/", *parts) if text.startswith("/") else tuple(parts)


class PurePath:
    def __init__(self, *segments):
        text = ""
        for segment in segments:
            piece = os.fspath(segment)
            if piece.startswith("/") or not text:
                text = piece
            else:
                text = f"{text}/{piece}"
        self._whole = None if _run.is_known(text) else text
        self._parts = _parts_of(text)
        self._origin = text[:0]  # an empty text that knows where the path is from

    @property
    def parts(self):
        return self._parts

    @property
    def name(self):
        if self._whole is not None:
            return os.path.basename(self._whole)
        return self._parts[-1] if self._parts and self._parts[-1] != "/" else ""

    @property
    def suffix(self):
        return os.path.splitext(self.name)[1]

    @property
    def suffixes(self):
        pieces = self.name.lstrip(".").split(".")
        return ["." + piece for piece in pieces[1:]]

    @property
    def stem(self):
        return os.path.splitext(self.name)[0]

    @property
    def parent(self):
        if len(self._parts) == 0 or self._parts == ("/",):
            return self
        return self._of(self._parts[:-1])

    @property
    def parents(self):
        found = []
        path = self
        while path.parent != path:
            path = path.parent
            found.append(path)
        return found

    @property
    def anchor(self):
        return "/" if self.is_absolute() else ""

    root = anchor
    drive = ""

    def _of(self, parts):
        made = type(self)()
        made._parts = tuple(parts)
        made._origin = self._origin
        return made

    def is_absolute(self):
        return self._parts[:1] == ("/",)

    def joinpath(self, *others):
        return type(self)(self, *others)

    def with_name(self, name):
        return self.parent / name

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        return self.with_name(self.stem + suffix)

    def relative_to(self, other):
        base = type(self)(other)
        count = len(base._parts)
        if self._parts[:count] != base._parts:
            raise ValueError(f"{str(self)!r} is not in the subpath of {str(base)!r}")
        return self._of(self._parts[count:])

    def is_relative_to(self, other):
        base = type(self)(other)
        return self._parts[: len(base._parts)] == base._parts

    def as_posix(self):
        return str(self)

    def as_uri(self):
        return "file://" + str(self)

    def match(self, path_pattern):
        from fnmatch import fnmatchcase

        wanted = _parts_of(path_pattern)
        if len(wanted) > len(self._parts) or path_pattern.startswith("/") and len(wanted) != len(self._parts):
            return False
        return all(fnmatchcase(part, each) for part, each in zip(self._parts[-len(wanted):], wanted))

    def __truediv__(self, other):
        return type(self)(self, other)

    def __rtruediv__(self, other):
        return type(self)(other, self)

    def __str__(self):
        if self._whole is not None:
            return self._whole
        if not self._parts:
            return "."
        if self._parts[0] == "/":
            return "/" + "/".join(self._parts[1:]) + self._origin
        return "/".join(self._parts) + self._origin

    def __fspath__(self):
        return self.__str__()

    def __repr__(self):
        name = type(self).__name__
        if name in ("Path", "PurePath"):
            name = name.replace("Path", "PosixPath")
        return f"{name}({str(self)!r})"

    def __eq__(self, other):
        return isinstance(other, PurePath) and self._parts == other._parts

    def __hash__(self):
        return hash(self._parts)

    def __lt__(self, other):
        return self._parts < other._parts

    def __le__(self, other):
        return self._parts <= other._parts

    def __gt__(self, other):
        return self._parts > other._parts

    def __ge__(self, other):
        return self._parts >= other._parts

    def __bytes__(self):
        return str(self).encode()


class PurePosixPath(PurePath):
    pass


class PureWindowsPath(PurePath):
    pass


class Path(PurePath):
    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls("~")

    def exists(self):
        return os.path.exists(str(self))

    def is_file(self):
        return os.path.isfile(str(self))

    def is_dir(self):
        return os.path.isdir(str(self))

    def is_symlink(self):
        return False

    def absolute(self):
        return type(self)(os.path.abspath(str(self)))

    def resolve(self, strict=False):
        return type(self)(os.path.abspath(str(self)))

    def expanduser(self):
        return self

    def open(self, mode="r", *args, **keywords):
        return open(str(self), mode, *args, **keywords)

    def read_text(self, encoding=None, errors=None):
        with open(str(self)) as file:
            return file.read()

    def read_bytes(self):
        with open(str(self), "rb") as file:
            return file.read()

    def iterdir(self):
        return iter([self / name for name in os.listdir(str(self))])

    def mkdir(self, mode=511, parents=False, exist_ok=False):
        os.makedirs(str(self))

    def unlink(self, missing_ok=False):
        return None

    def rmdir(self):
        return None

    def rename(self, target):
        return type(self)(target)

    replace = rename

    def chmod(self, mode, *, follow_symlinks=True):
        return None

    def symlink_to(self, target, target_is_directory=False):
        return None

    def write_text(self, data, encoding=None, errors=None, newline=None):
        return len(data)

    def write_bytes(self, data):
        return len(data)

    def samefile(self, other_path):
        return self.resolve() == type(self)(other_path).resolve()

    def touch(self, mode=438, exist_ok=True):
        return None

    def glob(self, pattern):
        from glob import escape, glob
        found = glob(f"{escape(str(self))}/{pattern}", recursive=True, include_hidden=True)
        paths = [type(self)(one) for one in found]
        return iter(paths) if _run.is_known(paths) else paths

    def rglob(self, pattern):
        return self.glob(f"**/{pattern}")

    def stat(self, *, follow_symlinks=True):
        return os.stat(str(self))

    lstat = owner = group = readlink = stat


class PosixPath(Path):
    pass


class WindowsPath(Path):
    pass
