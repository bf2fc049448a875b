"""Characters by kind, and texts with places to fill."""

import re

ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
whitespace = " \t\n\r\x0b\x0c"
printable = digits + ascii_letters + punctuation + whitespace


def capwords(text, sep=None):
    return (sep or " ").join(word.capitalize() for word in text.split(sep))


class Template:
    delimiter = "$"
    idpattern = "[_a-zA-Z][_a-zA-Z0-9]*"

    def __init__(self, template):
        self.template = template

    def _filled(self, mapping, keywords, missing):
        values = {**dict(mapping), **keywords}

        def put(found):
            name = found.group(2) or found.group(3)
            if found.group(1):
                return self.delimiter
            return str(values[name]) if name in values else missing(name, found.group())

        mark = re.escape(self.delimiter)
        return re.sub(f"{mark}(?:({mark})|({self.idpattern})|\\{{({self.idpattern})\\}})", put, self.template)

    def safe_substitute(self, mapping=(), /, **keywords):
        return self._filled(mapping, keywords, lambda name, text: text)

    def substitute(self, mapping=(), /, **keywords):
        def refuse(name, text):
            raise KeyError(name)

        return self._filled(mapping, keywords, refuse)


class Formatter:
    def format(self, format_string, /, *args, **kwargs):
        return format_string.format(*args, **kwargs)

    def vformat(self, format_string, args, kwargs):
        return format_string.format(*args, **kwargs)
