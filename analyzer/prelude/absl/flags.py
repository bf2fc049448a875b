"""Options that modules declare, and that are attributes of FLAGS once the program has started."""

import _run


class Error(Exception):
    pass


class IllegalFlagValueError(Error):
    pass


class UnparsedFlagAccessError(Error):
    pass


class Flag:
    def __init__(self, name, default, parse, short_name=None, repeats=False, required=False):
        self.name, self.default, self.parse, self.short_name, self.repeats = name, default, parse, short_name, repeats
        self.required = required
        self.value = default
        self.present = 0

    def take(self, text):
        value = self.parse(text)
        if self.repeats:
            value = (self.value if self.present else []) + [value]
        self.value = value
        self.present += 1


class FlagHolder:
    def __init__(self, flag):
        self._flag = flag

    @property
    def value(self):
        return getattr(FLAGS, self._flag.name)

    @property
    def name(self):
        return self._flag.name

    @property
    def default(self):
        return self._flag.default

    @property
    def present(self):
        return self._flag.present > 0


def _with_files(words):
    """In the place of `--flagfile` stand the lines of the file, one option each (absl/flags/_flagvalues.py, 2.1)."""
    whole, at = [], 0
    while at < len(words):
        word = words[at]
        at += 1
        if word == "--":
            return whole + words[at - 1:]
        name, equals, path = word.partition("=")
        if name not in ("--flagfile", "-flagfile"):
            whole.append(word)
            continue
        if not equals and at < len(words):
            path = words[at]
            at += 1
        with open(path) as file:
            lines = [line.strip() for line in file]
        whole += _with_files([line for line in lines if line and not line.startswith(("#", "//"))])
    return whole


class FlagValues:
    def __init__(self):
        self.__dict__["_flags"] = {}
        self.__dict__["_is_read"] = False

    def __getattr__(self, name):
        flag = self.__dict__["_flags"].get(name)
        if flag is None:
            raise AttributeError(name)
        if flag.required and not flag.present and flag.value is None:
            return _run.unknown(f"the command line must give {name}")
        return flag.value

    def __setattr__(self, name, value):
        if name not in self.__dict__["_flags"]:
            raise AttributeError(name)
        self.__dict__["_flags"][name].value = value

    def __getitem__(self, name):
        return self.__dict__["_flags"][name]

    def __contains__(self, name):
        return name in self.__dict__["_flags"]

    def __iter__(self):
        return iter(list(self.__dict__["_flags"]))

    def __len__(self):
        return len(self.__dict__["_flags"])

    def flag_values_dict(self):
        return {name: getattr(self, name) for name in self}

    def set_default(self, name, value):
        self.__dict__["_flags"][name].default = self.__dict__["_flags"][name].value = value

    def mark_as_parsed(self):
        self.__dict__["_is_read"] = True

    def is_parsed(self):
        return self.__dict__["_is_read"]

    def flags_into_string(self):
        return ""

    def _find(self, name):
        flags = self.__dict__["_flags"]
        if name in flags:
            return flags[name], False
        for flag in flags.values():
            if flag.short_name == name:
                return flag, False
        if name.startswith("no") and name[2:] in flags:
            return flags[name[2:]], True
        return None, False

    def __call__(self, argv, known_only=False):
        self.mark_as_parsed()
        argv = list(argv[:1]) + _with_files(list(argv[1:]))
        left, at = argv[:1], 1
        while at < len(argv):
            word = argv[at]
            at += 1
            if word == "--":
                return left + argv[at:]
            if not word.startswith("-") or word == "-":
                left.append(word)
                continue
            name, equals, text = word.lstrip("-").partition("=")
            flag, negated = self._find(name)
            if flag is None and "." in name:  # a part of an option that is a config
                flag = self._find(name.split(".")[0])[0]
                if flag is not None and hasattr(flag, "change"):
                    if not equals and at < len(argv):
                        text = argv[at]
                        at += 1
                    flag.change(name.split(".")[1:], text)
                    continue
            if flag is None:
                if known_only:
                    left.append(word)
                    continue
                raise SystemExit(1)
            if flag.parse is _boolean:
                flag.take(text if equals else "false" if negated else "true")
            elif equals or at < len(argv):
                flag.take(text if equals else argv[at])
                at += 0 if equals else 1
        return left


FLAGS = FlagValues()


def _boolean(value):
    if isinstance(value, bool):
        return value
    if str(value).lower() in ("true", "t", "1"):
        return True
    if str(value).lower() in ("false", "f", "0"):
        return False
    raise IllegalFlagValueError(f"{value!r} is no boolean")


def _list(value):
    return [one.strip() for one in value.split(",")] if isinstance(value, str) and value else value or []


def _one_of(choices):
    def parse(value):
        if value is not None and value not in choices:
            raise IllegalFlagValueError(f"value should be one of <{'|'.join([str(one) for one in choices])}>")
        return value

    return parse


def define(flag, flag_values=None):
    (FLAGS if flag_values is None else flag_values).__dict__["_flags"][flag.name] = flag
    return FlagHolder(flag)


def _definer(parse, repeats=False):
    def define_one(name, default, help=None, flag_values=None, required=False, short_name=None, **options):
        given = default if default is None or not isinstance(default, str) or parse is str else parse(default)
        if repeats and given is not None and not isinstance(given, list):
            given = [given]
        return define(Flag(name, given, parse, short_name, repeats, required), flag_values)

    return define_one


DEFINE_string = _definer(str)
DEFINE_integer = _definer(int)
DEFINE_float = _definer(float)
DEFINE_boolean = DEFINE_bool = _definer(_boolean)
DEFINE_list = DEFINE_spaceseplist = _definer(_list)
DEFINE_multi_string = _definer(str, repeats=True)
DEFINE_multi_integer = _definer(int, repeats=True)
DEFINE_multi_float = _definer(float, repeats=True)


def DEFINE_enum(name, default, enum_values, help=None, flag_values=None, required=False, short_name=None, **options):
    return define(Flag(name, default, _one_of(list(enum_values)), short_name, False, required), flag_values)


def DEFINE_enum_class(name, default, enum_class, help=None, flag_values=None, required=False, short_name=None, **options):
    def parse(text):
        found = [one for one in enum_class if one.name.lower() == str(text).lower()]
        return found[0] if found else text

    return define(Flag(name, parse(default) if isinstance(default, str) else default, parse, short_name, False, required), flag_values)


def DEFINE_alias(name, original_name, flag_values=None, **options):
    flags = (FLAGS if flag_values is None else flag_values).__dict__["_flags"]
    flags[name] = flags[original_name]


def mark_flag_as_required(flag_name, flag_values=None):
    (FLAGS if flag_values is None else flag_values)[flag_name if isinstance(flag_name, str) else flag_name.name].required = True


def mark_flags_as_required(flag_names, flag_values=None):
    for name in flag_names:
        mark_flag_as_required(name, flag_values)


def _no_effect(*args, **options):
    return None


adopt_module_key_flags = declare_key_flag = mark_flags_as_mutual_exclusive = register_validator = _no_effect
mark_bool_flags_as_mutual_exclusive = disclaim_key_flags = set_default_help = _no_effect


def validator(*args, **options):
    return lambda function: function


def set_default(flag_holder, value):
    FLAGS.set_default(flag_holder.name, value)
