"""Regular expressions, as far as they can be evaluated."""

import _pattern

NOFLAG = 0
IGNORECASE = I = 2
LOCALE = L = 4
MULTILINE = M = 8
DOTALL = S = 16
UNICODE = U = 32
VERBOSE = X = 64
ASCII = A = 256
RegexFlag = int


class error(Exception):
    pass


class Match:
    def __init__(self, pattern, text, groups):
        self.re = pattern
        self.string = text
        self._groups = groups

    @property
    def lastindex(self):
        last = None
        for number, found in enumerate(self._groups):
            if number and found is not None and (last is None or found[2] > self._groups[last][2]):
                last = number
        return last

    @property
    def lastgroup(self):
        last = self.lastindex
        return None if last is None else self.re._names[last - 1] or None

    def _find(self, group):
        if isinstance(group, str):
            names = self.re._names
            if group not in names:
                raise IndexError("no such group")
            group = names.index(group) + 1
        if not 0 <= group < len(self._groups):
            raise IndexError("no such group")
        return self._groups[group]

    def _text(self, group):
        found = self._find(group)
        return None if found is None else found[0]

    def group(self, *groups):
        if not groups:
            return self._text(0)
        if len(groups) == 1:
            return self._text(groups[0])
        return tuple(self._text(group) for group in groups)

    def __getitem__(self, group):
        return self._text(group)

    def groups(self, default=None):
        return tuple(default if found is None else found[0] for found in self._groups[1:])

    def groupdict(self, default=None):
        result = {}
        for number, name in enumerate(self.re._names):
            if name:
                text = self._text(number + 1)
                result[name] = default if text is None else text
        return result

    def start(self, group=0):
        found = self._find(group)
        return -1 if found is None else found[1]

    def end(self, group=0):
        found = self._find(group)
        return -1 if found is None else found[2]

    def span(self, group=0):
        return self.start(group), self.end(group)

    def expand(self, template):
        return _expanded(template, self)


def _expanded(template, match):
    text = ""
    at = 0
    while at < len(template):
        c = template[at]
        if c == "\\" and at + 1 < len(template):
            following = template[at + 1]
            if following.isdigit():
                text += match.group(int(following)) or ""
                at += 2
                continue
            if template[at + 1 : at + 3] == "g<":
                end = template.index(">", at)
                name = template[at + 3 : end]
                text += match.group(int(name) if name.isdigit() else name) or ""
                at = end + 1
                continue
            text += {"n": "\n", "t": "\t", "\\": "\\"}.get(following, "\\" + following)
            at += 2
            continue
        text += c
        at += 1
    return text


class Pattern:
    def __init__(self, pattern, flags=0):
        self.pattern = pattern
        self.flags = flags

    @property
    def _names(self):
        return _pattern.names(self.pattern, self.flags)

    @property
    def groups(self):
        return len(self._names)

    @property
    def groupindex(self):
        return {name: number + 1 for number, name in enumerate(self._names) if name}

    def match(self, string, pos=0, endpos=None):
        found = _pattern.first(self.pattern, string if endpos is None else string[:endpos], self.flags, 1, pos)
        return Match(self, string, found) if found else None

    def fullmatch(self, string, pos=0, endpos=None):
        found = _pattern.first(self.pattern, string if endpos is None else string[:endpos], self.flags, 2, pos)
        return Match(self, string, found) if found else None

    def search(self, string, pos=0, endpos=None):
        found = _pattern.first(self.pattern, string if endpos is None else string[:endpos], self.flags, 3, pos)
        return Match(self, string, found) if found else None

    def finditer(self, string, pos=0, endpos=None):
        found = _pattern.find(self.pattern, string if endpos is None else string[:endpos], self.flags, 0, pos)
        return iter([Match(self, string, groups) for groups in found])

    def findall(self, string, pos=0, endpos=None):
        result = []
        groups = self.groups
        for match in self.finditer(string, pos, endpos):
            if groups == 0:
                result.append(match.group())
            elif groups == 1:
                result.append(match.group(1) or "")
            else:
                result.append(match.groups(""))
        return result

    def subn(self, repl, string, count=0):
        pieces = []
        at = done = 0
        for match in self.finditer(string):
            if count and done == count:
                break
            pieces.append(string[at : match.start()])
            pieces.append(repl(match) if callable(repl) else _expanded(repl, match))
            at = match.end()
            done += 1
        if not done:
            return string, 0
        pieces.append(string[at:])
        return "".join(pieces), done

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def split(self, string, maxsplit=0):
        pieces = []
        at = done = 0
        for match in self.finditer(string):
            if maxsplit and done == maxsplit:
                break
            pieces.append(string[at : match.start()])
            pieces.extend(match.groups())
            at = match.end()
            done += 1
        pieces.append(string[at:])
        return pieces

    def __repr__(self):
        return f"re.compile({self.pattern!r})"


def compile(pattern, flags=0):
    return pattern if isinstance(pattern, Pattern) else Pattern(pattern, flags)


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def escape(text):
    return "".join("\\" + c if c in "()[]{}?*+-|^$\\.&~# \t\n\r\v\f" else c for c in text)


def purge():
    return None
