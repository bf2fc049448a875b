"""Settings of INI files (CPython's configparser.py, 3.12): every value is a text, `%(name)s` another one of its section."""
import os
import re
from collections.abc import MutableMapping

import _run

DEFAULTSECT = "DEFAULT"
_BOOLEANS = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}
_UNSET = object()


class Error(Exception):
    pass


class NoSectionError(Error):
    pass


class NoOptionError(Error):
    pass


class DuplicateSectionError(Error):
    pass


class DuplicateOptionError(Error):
    pass


class ParsingError(Error):
    pass


class MissingSectionHeaderError(ParsingError):
    pass


class InterpolationError(Error):
    pass


class Interpolation:
    """Values as they stand."""

    def read(self, value, names):
        return value


class BasicInterpolation(Interpolation):
    def read(self, value, names):
        for _ in range(10):
            found = re.search(r"%\(([^)]+)\)s", value)
            if found is None:
                break
            value = value[:found.start()] + str(names[found.group(1).lower()]) + value[found.end():]
        return value.replace("%%", "%")


class ExtendedInterpolation(Interpolation):
    def read(self, value, names):
        if "${" in value:
            return _run.unknown("what ${...} of a file of settings stands for is not followed")
        return value.replace("$$", "$")


class SectionProxy(MutableMapping):
    def __init__(self, parser, name):
        self.parser, self.name = parser, name

    def __getitem__(self, key):
        if not self.parser.has_option(self.name, key):
            raise KeyError(key)
        return self.parser.get(self.name, key)

    def __setitem__(self, key, value):
        self.parser.set(self.name, key, value)

    def __delitem__(self, key):
        self.parser.remove_option(self.name, key)

    def __contains__(self, key):
        return self.parser.has_option(self.name, key)

    def __iter__(self):
        return iter(self.parser.options(self.name) if self.name != DEFAULTSECT else list(self.parser._defaults))

    def __len__(self):
        return len(list(iter(self)))

    def get(self, option, fallback=None, **options):
        return self.parser.get(self.name, option, fallback=fallback, **options)

    def getint(self, option, fallback=None, **options):
        return self.parser.getint(self.name, option, fallback=fallback, **options)

    def getfloat(self, option, fallback=None, **options):
        return self.parser.getfloat(self.name, option, fallback=fallback, **options)

    def getboolean(self, option, fallback=None, **options):
        return self.parser.getboolean(self.name, option, fallback=fallback, **options)


class RawConfigParser(MutableMapping):
    _interpolation = Interpolation()

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=("=", ":"), comment_prefixes=("#", ";"),
                 inline_comment_prefixes=None, strict=True, empty_lines_in_values=True, default_section=DEFAULTSECT,
                 interpolation=_UNSET, converters=None):
        self._sections, self._defaults, self._open = {}, {}, None
        self._delimiters, self._comments, self._inline = delimiters, comment_prefixes, inline_comment_prefixes or ()
        if interpolation is not _UNSET:
            self._interpolation = interpolation or Interpolation()
        for name, value in (defaults or {}).items():
            self._defaults[self.optionxform(name)] = value

    def optionxform(self, optionstr):
        return optionstr.lower()

    def read(self, filenames, encoding=None):
        names = [filenames] if isinstance(filenames, str) or hasattr(filenames, "__fspath__") else list(filenames)
        done = []
        for name in names:
            if not os.path.exists(name):
                continue
            with open(name) as file:
                self.read_file(file)
            done.append(name)
        return done

    def read_file(self, f, source=None):
        self.read_string(f.read())

    readfp = read_file

    def read_dict(self, dictionary, source="<dict>"):
        for section, values in dictionary.items():
            self._section(section, True).update({self.optionxform(str(key)): str(value) for key, value in values.items()})

    def read_string(self, string, source="<string>"):
        if not _run.is_known(string):
            self._open = string
            return
        found, last = None, None
        for line in string.split("\n"):
            text = self._without_comment(line)
            if not text.strip():
                continue
            if line[0] in " \t" and last is not None:
                found[last] = found[last] + "\n" + text.strip()
            elif text.strip().startswith("[") and "]" in text:
                found, last = self._section(text.strip()[1:text.strip().rindex("]")], True), None
            elif found is None:
                raise MissingSectionHeaderError(f"File contains no section headers: {line!r}")
            else:
                last = self._entry(found, text.strip())

    def _without_comment(self, line):
        if line.strip().startswith(tuple(self._comments)):
            return ""
        for prefix in self._inline:
            at = line.find(" " + prefix)
            line = line if at < 0 else line[:at]
        return line

    def _entry(self, found, text):
        places = [at for at in [text.find(mark) for mark in self._delimiters] if at >= 0]
        at = min(places) if places else len(text)
        name = self.optionxform(text[:at].strip())
        found[name] = text[at + 1:].strip() if places else None
        return name

    def _section(self, name, makes=False):
        if name == DEFAULTSECT:
            return self._defaults
        if name not in self._sections:
            if not makes:
                raise NoSectionError(f"No section: {name!r}")
            self._sections[name] = {}
        return self._sections[name]

    def sections(self):
        return list(self._sections)

    def add_section(self, section):
        if section in self._sections:
            raise DuplicateSectionError(f"Section {section!r} already exists")
        self._section(section, True)

    def has_section(self, section):
        return section in self._sections

    def options(self, section):
        return list({**self._section(section), **self._defaults})

    def has_option(self, section, option):
        if self._open is not None:
            return True
        if section != DEFAULTSECT and section not in self._sections:
            return False
        return self.optionxform(option) in {**self._defaults, **self._section(section)}

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        if self._open is not None:
            return self._open
        if section != DEFAULTSECT and section not in self._sections:
            if fallback is _UNSET:
                raise NoSectionError(f"No section: {section!r}")
            return fallback
        names = {**self._defaults, **self._section(section), **(vars or {})}
        name = self.optionxform(option)
        if name not in names:
            if fallback is _UNSET:
                raise NoOptionError(f"No option {option!r} in section: {section!r}")
            return fallback
        value = names[name]
        return value if raw or not isinstance(value, str) else self._interpolation.read(value, names)

    def _as(self, kind, section, option, options):
        value = self.get(section, option, **options)
        return kind(value) if isinstance(value, str) or not _run.is_known(value) else value

    def getint(self, section, option, **options):
        return self._as(int, section, option, options)

    def getfloat(self, section, option, **options):
        return self._as(float, section, option, options)

    def getboolean(self, section, option, **options):
        return self._as(self._convert_to_boolean, section, option, options)

    def _convert_to_boolean(self, value):
        if not _run.is_known(value):
            return value
        if value.lower() not in _BOOLEANS:
            raise ValueError(f"Not a boolean: {value}")
        return _BOOLEANS[value.lower()]

    def items(self, section=_UNSET, raw=False, vars=None):
        if section is _UNSET:
            return [(name, self[name]) for name in self]
        return [(name, self.get(section, name, raw=raw)) for name in self.options(section)]

    def set(self, section, option, value=None):
        self._section(section)[self.optionxform(option)] = value

    def remove_option(self, section, option):
        return self._section(section).pop(self.optionxform(option), None) is not None

    def remove_section(self, section):
        return self._sections.pop(section, None) is not None

    def write(self, fp, space_around_delimiters=True):
        return None

    def defaults(self):
        return self._defaults

    def __getitem__(self, key):
        if self._open is None and key != DEFAULTSECT and key not in self._sections:
            raise KeyError(key)
        return SectionProxy(self, key)

    def __setitem__(self, key, value):
        self._section(key, True).clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        self.remove_section(key)

    def __contains__(self, key):
        return self._open is not None or key == DEFAULTSECT or key in self._sections

    def __iter__(self):
        return iter([DEFAULTSECT, *self._sections])

    def __len__(self):
        return len(self._sections) + 1


class ConfigParser(RawConfigParser):
    _interpolation = BasicInterpolation()


SafeConfigParser = ConfigParser  # its name up to Python 3.11
