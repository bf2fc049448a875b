"""PEP 440 versions: epoch, release, pre-, post- and development releases, local labels."""
import re

import _run

_form = re.compile(
    r"v?(?:([0-9]+)!)?([0-9]+(?:\.[0-9]+)*)(?:[-_.]?(a|b|c|rc|alpha|beta|pre|preview)[-_.]?([0-9]*))?"
    r"(?:-([0-9]+)|[-_.]?(post|rev|r)[-_.]?([0-9]*))?(?:[-_.]?(dev)[-_.]?([0-9]*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$"
)
_letters = {"alpha": "a", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc"}


class InvalidVersion(ValueError):
    pass


def _number(text):
    return int(text) if text else 0


class _Known(type):
    """A version of what is not known is not known either."""

    def __call__(cls, version):
        return _run.known(version) and super().__call__(version)


class Version(metaclass=_Known):
    def __init__(self, version):
        found = _form.match(version.strip().lower())
        if found is None:
            raise InvalidVersion(f"Invalid version: '{version}'")
        epoch, release, letter, number, dash, post, post_number, dev, dev_number, local = found.groups()
        self.epoch = _number(epoch)
        self.release = tuple([int(part) for part in release.split(".")])
        self.pre = (_letters.get(letter, letter), _number(number)) if letter else None
        self.post = int(dash) if dash else _number(post_number) if post else None
        self.dev = _number(dev_number) if dev else None
        self.local = local

    @property
    def is_prerelease(self):
        return self.pre is not None or self.dev is not None

    @property
    def is_postrelease(self):
        return self.post is not None

    @property
    def is_devrelease(self):
        return self.dev is not None

    @property
    def major(self):
        return self.release[0]

    @property
    def minor(self):
        return self.release[1] if len(self.release) > 1 else 0

    @property
    def micro(self):
        return self.release[2] if len(self.release) > 2 else 0

    @property
    def base_version(self):
        return (f"{self.epoch}!" if self.epoch else "") + ".".join([str(part) for part in self.release])

    @property
    def public(self):
        return str(self).split("+")[0]

    def __str__(self):
        text = self.base_version
        if self.pre:
            text += f"{self.pre[0]}{self.pre[1]}"
        if self.post is not None:
            text += f".post{self.post}"
        if self.dev is not None:
            text += f".dev{self.dev}"
        return text + (f"+{self.local}" if self.local else "")

    def __repr__(self):
        return f"<Version('{self}')>"

    def _key(self):
        release = list(self.release)
        while len(release) > 1 and release[-1] == 0:
            release.pop()
        # A development release of nothing else comes before every pre-release; a final release after them.
        alone = self.pre is None and self.post is None and self.dev is not None
        stage = (0, "", 0) if alone else (1,) + self.pre if self.pre else (2, "", 0)
        post = -1 if self.post is None else self.post
        dev = (1, 0) if self.dev is None else (0, self.dev)
        local = (0,) if self.local is None else (1,) + tuple(
            [(1, int(part), "") if part.isdigit() else (0, 0, part) for part in re.split("[-_.]", self.local)])
        return (self.epoch, tuple(release), stage, post, dev, local)

    def __eq__(self, other):
        return isinstance(other, Version) and self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __le__(self, other):
        return self._key() <= other._key()

    def __gt__(self, other):
        return self._key() > other._key()

    def __ge__(self, other):
        return self._key() >= other._key()

    def __hash__(self):
        return hash(self._key())


def parse(version):
    return Version(version)
