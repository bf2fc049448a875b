"""Names against patterns of the shell."""

import re

import _pattern


def translate(pattern):
    text, at = "", 0
    while at < len(pattern):
        letter = pattern[at]
        end = pattern.find("]", at + 2)
        if letter == "*":
            text += ".*"
        elif letter == "?":
            text += "."
        elif letter == "[" and end > 0:
            inner = pattern[at + 1:end].replace("\\", "\\\\")
            text += "[" + ("^" + inner[1:] if inner.startswith("!") else inner) + "]"
            at = end
        else:
            text += re.escape(letter)
        at += 1
    return text


def fnmatchcase(name, pat):
    plain = _pattern.shell(name, pat)
    return re.fullmatch(translate(pat), name) is not None if plain is None else plain


fnmatch = fnmatchcase


def filter(names, pat):
    return [name for name in names if fnmatchcase(name, pat)]
