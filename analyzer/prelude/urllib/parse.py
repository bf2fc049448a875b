"""Addresses, as RFC 3986 writes them: scheme://netloc/path?query#fragment."""
import re

import _run

_PARTS = re.compile(r"^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$")


class ParseResult:
    def __init__(self, scheme, netloc, path, params, query, fragment):
        self.scheme, self.netloc, self.path = scheme, netloc, path
        self.params, self.query, self.fragment = params, query, fragment

    def __iter__(self):
        return iter((self.scheme, self.netloc, self.path, self.params, self.query, self.fragment))

    def __getitem__(self, index):
        return tuple(self)[index]

    @property
    def hostname(self):
        return self.netloc.rpartition("@")[2].partition(":")[0].lower() or None

    def geturl(self):
        return urlunparse(self)


def urlparse(url, scheme="", allow_fragments=True):
    if not _run.is_known(url):
        return url
    parts = [part or "" for part in _PARTS.match(url).groups()]
    return ParseResult(parts[0].lower() or scheme, parts[1], parts[2], "", parts[3], parts[4])


urlsplit = urlparse


def urlunparse(components):
    scheme, netloc, path, _, query, fragment = components
    return ((scheme + ":" if scheme else "") + ("//" + netloc if netloc else "") + path + ("?" + query if query else "") +
            ("#" + fragment if fragment else ""))


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'urllib.parse' has no attribute '{name}'")
    return _run.unknown(f"urllib.parse.{name} depends on the run")
