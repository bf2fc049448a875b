"""Command lines: no argument is given, so every option has its default."""

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
REMAINDER = "..."


class ArgumentError(Exception):
    pass


class ArgumentTypeError(Exception):
    pass


class HelpFormatter:
    def __init__(self, *args, **keywords):
        pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(HelpFormatter):
    pass


class Namespace:
    def __init__(self, **keywords):
        for name, value in keywords.items():
            setattr(self, name, value)

    def __contains__(self, name):
        return name in self.__dict__

    def __eq__(self, other):
        return isinstance(other, Namespace) and self.__dict__ == other.__dict__

    def __repr__(self):
        inner = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"Namespace({inner})"


class Action:
    def __init__(self, option_strings=(), dest=None, nargs=None, const=None, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        self.option_strings = list(option_strings)
        self.dest = dest
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar


class BooleanOptionalAction(Action):
    pass


def _destination(names):
    for name in names:
        if name.startswith("--"):
            return name[2:].replace("-", "_")
    return names[0].lstrip("-").replace("-", "_")


class _Container:
    def __init__(self):
        self._actions = []
        self._defaults = {}

    def add_argument(self, *names, action=None, dest=None, default=None, required=False, nargs=None, const=None, type=None, choices=None, help=None, metavar=None, version=None):
        if action == "store_true" and default is None:
            default = False
        if action == "store_false" and default is None:
            default = True
        positional = bool(names) and not names[0].startswith("-")
        if dest is None:
            dest = _destination(names)
        if positional and nargs not in ("?", "*"):
            required = True
        made = Action(() if positional else names, dest, nargs, const, default, type, choices, required, help, metavar)
        made.kind = action
        self._actions.append(made)
        return made

    def add_argument_group(self, *args, **keywords):
        return _Group(self)

    def add_mutually_exclusive_group(self, **keywords):
        return _Group(self)

    def set_defaults(self, **keywords):
        self._defaults.update(keywords)
        for action in self._actions:
            if action.dest in keywords:
                action.default = keywords[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest:
                return action.default
        return self._defaults.get(dest)


class _Group(_Container):
    def __init__(self, owner):
        self._actions = owner._actions
        self._defaults = owner._defaults


class ArgumentParser(_Container):
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), **keywords):
        _Container.__init__(self)
        self.prog = prog
        self.description = description
        for parent in parents:
            self._actions.extend(parent._actions)

    def add_subparsers(self, **keywords):
        return _Subparsers()

    def parse_args(self, args=None, namespace=None):
        return self._parsed(namespace)

    def parse_known_args(self, args=None, namespace=None):
        return self._parsed(namespace), []

    parse_intermixed_args = parse_args

    def _parsed(self, namespace):
        result = Namespace() if namespace is None else namespace
        for action in self._actions:
            if action.kind in ("help", "version") or action.default == SUPPRESS:
                continue
            if action.required and action.default is None:
                setattr(result, action.dest, _not_given(action.dest))
                continue
            value = action.default
            if isinstance(value, str) and callable(action.type):
                value = action.type(value)
            setattr(result, action.dest, value)
        for name, value in self._defaults.items():
            if not hasattr(result, name):
                setattr(result, name, value)
        return result

    def error(self, message):
        raise SystemExit(2)

    def exit(self, status=0, message=None):
        raise SystemExit(status)

    def print_help(self, file=None):
        return None

    def print_usage(self, file=None):
        return None

    def format_help(self):
        return ""


class _Subparsers:
    def add_parser(self, name, **keywords):
        return ArgumentParser()


def _not_given(name):
    import _run

    return _run.unknown(f"the command line must give {name}")


class FileType:
    def __init__(self, mode="r", *args, **keywords):
        self.mode = mode

    def __call__(self, name):
        return open(name, self.mode)
