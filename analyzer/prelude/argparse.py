"""Command lines, parsed as the standard library does. Where no argument is given, every option has its default."""

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
PARSER = "A..."
REMAINDER = "..."

# Whoever follows a command line from outside sets these: `_observer` is called with the namespace, the actions, what
# was given for which destination and what the parser refuses; `_place` says where an argument is defined.
_observer = None
_place = None


class ArgumentError(Exception):
    def __init__(self, argument=None, message=""):
        Exception.__init__(self, message)
        self.message = message


class _Refusal(SystemExit):
    # What is printed before the program ends with 2 (argparse.py, ArgumentParser.error).
    def __init__(self, message):
        super().__init__(2)
        self.said = message

    def __str__(self):
        return f"2, for {self.said}"


_Refusal.__name__ = "SystemExit"


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


class MetavarTypeHelpFormatter(HelpFormatter):
    pass


class Namespace:
    def __init__(self, **keywords):
        self.__dict__.update(keywords)

    def __contains__(self, name):
        return name in self.__dict__

    def _get_kwargs(self):
        return list(self.__dict__.items())

    def _get_args(self):
        return []

    def __eq__(self, other):
        return isinstance(other, Namespace) and self.__dict__ == other.__dict__

    def __repr__(self):
        inner = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"Namespace({inner})"


class Action:
    kind = None
    place = None
    registries = {}

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

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)

    def converter(self):
        """What its parser has registered for its type; None where that takes no text."""
        made = self.registries.get("type", {}).get(self.type, self.type) if self.registries else self.type
        return made if callable(made) else None


class BooleanOptionalAction(Action):
    pass


_RANK = "--local_rank=0"
_FLAGS = {"store_true": True, "store_false": False}
_NO_VALUE = ("store_true", "store_false", "store_const", "append_const", "count", "help", "version")


def _destination(names):
    for name in names:
        if name.startswith("--"):
            return name[2:].replace("-", "_")
    return names[0].lstrip("-").replace("-", "_")


def _title(action):
    return "/".join(action.option_strings) or action.metavar or action.dest


class _Container:
    def __init__(self):
        self._actions = []
        self._defaults = {}
        self._exclusive = []
        self._registries = {}

    def register(self, registry_name, value, object):
        self._registries.setdefault(registry_name, {})[value] = object

    def add_argument(self, *names, action=None, dest=None, default=None, required=False, nargs=None, const=None, type=None, choices=None, help=None, metavar=None, version=None, **more):
        if self._registries and isinstance(action, str):
            action = self._registries.get("action", {}).get(action, action)
        if action in _FLAGS and default is None:
            default = not _FLAGS[action]
        positional = bool(names) and not names[0].startswith("-")
        if dest is None:
            dest = _destination(names)
        if positional and nargs not in ("?", "*", "..."):
            required = True
        if isinstance(action, _type) and issubclass(action, Action) and action is not BooleanOptionalAction:
            made = _own_action(action, () if positional else names, dest, nargs, const, default, type, choices, required, help, metavar, more)
        else:
            made = Action(() if positional else names, dest, nargs, const, default, type, choices, required, help, metavar)
        made.kind = action
        made.registries = self._registries
        if action is BooleanOptionalAction:
            made.option_strings += ["--no-" + name[2:] for name in names if name.startswith("--")]
        if dest in self._defaults:
            made.default = self._defaults[dest]
        if _place is not None:
            made.place = _place()
        self._actions.append(made)
        self._put_in_group(made)
        return made

    def _put_in_group(self, action):
        self._group_actions.append(action)

    def add_argument_group(self, title=None, description=None, **keywords):
        made = _Group(self, None, title)
        self._action_groups.append(made)
        return made

    def add_mutually_exclusive_group(self, required=False):
        members = []
        self._exclusive.append((required, members))
        return _Group(self, members)

    def set_defaults(self, **keywords):
        self._defaults.update(keywords)
        for action in self._actions:
            if action.dest in keywords:
                action.default = keywords[action.dest]

    def _get_optional_actions(self):
        return [action for action in self._actions if action.option_strings]

    def _get_positional_actions(self):
        return [action for action in self._actions if not action.option_strings]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest:
                return action.default
        return self._defaults.get(dest)


_type = type


def _own_action(cls, names, dest, nargs, const, default, type, choices, required, help, metavar, more):
    given = {"option_strings": list(names), "dest": dest}
    for name, value in (("nargs", nargs), ("const", const), ("default", default), ("type", type), ("choices", choices), ("required", required), ("help", help), ("metavar", metavar)):
        is_given = value is not False or name == "default"
        if value is not None and is_given:
            given[name] = value
    return cls(**given, **more)


class _Group(_Container):
    def __init__(self, owner, members=None, title=None):
        self._owner = owner
        self.title = title
        self._group_actions = []
        self._action_groups = owner._action_groups
        self._actions = owner._actions
        self._defaults = owner._defaults
        self._exclusive = owner._exclusive
        self._registries = owner._registries
        self._members = members

    def add_argument(self, *names, **keywords):
        made = _Container.add_argument(self, *names, **keywords)
        if self._members is not None:
            self._members.append(made)
            self._owner._put_in_group(made)
        return made


class ArgumentParser(_Container):
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), add_help=True, allow_abbrev=True,
                 fromfile_prefix_chars=None, **keywords):
        _Container.__init__(self)
        self.fromfile_prefix_chars = fromfile_prefix_chars
        self.prog = prog
        self.description = description
        self.allow_abbrev = allow_abbrev
        self._help = add_help
        self._action_groups = []
        self._positionals, self._optionals = self.add_argument_group("positional arguments"), self.add_argument_group("options")
        if add_help:
            self._put_in_group(Action(("-h", "--help"), "help"))
        for parent in parents:
            self._actions.extend(parent._actions)
            self._defaults.update(parent._defaults)
            self._take_groups(parent)

    def _put_in_group(self, action):
        (self._optionals if action.option_strings else self._positionals)._group_actions.append(action)

    def _take_groups(self, parent):
        named = {group.title: group for group in self._action_groups}
        for group in parent._action_groups:
            own = named.get(group.title) or self.add_argument_group(group.title)
            own._group_actions.extend(group._group_actions)

    def convert_arg_line_to_args(self, arg_line):
        return [arg_line]

    def add_subparsers(self, dest=None, required=False, **keywords):
        made = _Subparsers(dest, required)
        self._actions.append(made)
        return made

    def parse_args(self, args=None, namespace=None):
        parsing = _Parsing(self, args, namespace)
        for index in parsing.named_extras():
            if parsing.words[index] == _RANK and index == 0:
                continue  # a launcher's own, which this program is not made for
            parsing.refuse("unknown", f"the program has no argument {parsing.words[index]}", index)
        return self._settled(parsing)

    def parse_known_args(self, args=None, namespace=None):
        parsing = _Parsing(self, args, namespace)
        for index in parsing.named_extras():
            parsing.refuse("ignored", f"the program has no argument {parsing.words[index]} and passes over it", index)
        return self._settled(parsing), [parsing.words[index] for index in sorted(parsing.extras)]

    parse_intermixed_args = parse_args
    parse_known_intermixed_args = parse_known_args

    def _settled(self, parsing):
        if parsing.follows and _observer is not None:
            _observer(parsing.namespace, parsing.actions, parsing.given, parsing.refusals)
        for kind, message, index in parsing.refusals:
            if kind not in ("ignored", "missing"):
                self.error(message)
        return parsing.namespace

    def error(self, message):
        raise _Refusal(message)

    def exit(self, status=0, message=None):
        raise SystemExit(status)

    def print_help(self, file=None):
        return None

    def print_usage(self, file=None):
        return None

    def format_help(self):
        return ""

    def format_usage(self):
        return ""


class _Subparsers(Action):
    kind = "subparsers"

    def __init__(self, dest, required):
        Action.__init__(self, (), dest, None, None, None, None, None, required)
        self.parsers = {}

    def add_parser(self, name, aliases=(), **keywords):
        keywords.pop("help", None)
        made = ArgumentParser(**keywords)
        for each in (name, *aliases):
            self.parsers[each] = made
        return made


def _is_option(word):
    if not isinstance(word, str) or len(word) < 2 or word[0] != "-":
        return False
    rest = word[1:].replace(".", "", 1)
    return not rest.isdigit() and " " not in word.partition("=")[0]


def _with_files(parser, words):
    """`@arguments.txt` is what its lines hold."""
    prefixes = getattr(parser, "fromfile_prefix_chars", None) or ()
    if not any([isinstance(word, str) and word[:1] in prefixes for word in words if word]):
        return words
    found = []
    for word in words:
        if not isinstance(word, str) or not word or word[0] not in prefixes:
            found.append(word)
            continue
        with open(word[1:]) as file:
            for line in file.read().splitlines():
                found.extend(_with_files(parser, list(parser.convert_arg_line_to_args(line))))
    return found


class _Parsing:
    """One command line on its way: `given` maps destinations to the option's place and its values' places."""

    def __init__(self, parser, args, namespace):
        import sys

        given = list(sys.argv[1:] if args is None else args)
        self.words = _with_files(parser, given)
        self.follows = args is None and self.words is given
        self.namespace = Namespace() if namespace is None else namespace
        self.actions = []
        self.given = {}
        self.used = []
        self.refusals = []
        self.extras = []
        self.run(parser, list(range(len(self.words))))

    def named_extras(self):
        """Without the values of options that are themselves among them."""
        return [index for index in sorted(self.extras)
                if _is_option(self.words[index]) or index - 1 not in self.extras]

    def refuse(self, kind, message, index=-1):
        self.refusals.append((kind, message, index))

    def run(self, parser, places):
        self.set_defaults(parser)
        self.actions += parser._actions
        positionals = [action for action in parser._actions if not action.option_strings]
        loose = []
        only_positionals = False
        at = 0
        while at < len(places):
            word = self.words[places[at]]
            if not only_positionals and isinstance(word, str) and word == "--":
                only_positionals = True
                at += 1
            elif not only_positionals and _is_option(word):
                at = self.option(parser, places, at)
            elif self.subcommand(positionals, loose, places, at):
                at = len(places)
            else:
                loose.append(places[at])
                at += 1
        self.positional(positionals, loose)
        self.complete(parser)

    def subcommand(self, positionals, loose, places, at):
        if len(loose) >= len(positionals) or positionals[len(loose)].kind != "subparsers":
            return False
        action = positionals[len(loose)]
        word = self.words[places[at]]
        self.given["" if action.dest is None else action.dest] = (places[at], [places[at]])
        if action.dest is not None:
            setattr(self.namespace, action.dest, word)
        if word in action.parsers:
            self.run(action.parsers[word], places[at + 1:])
        else:
            known = ", ".join(repr(name) for name in action.parsers)
            self.refuse("choice", f"{word!r} is none of {known}", places[at])
        return True

    def set_defaults(self, parser):
        for action in parser._actions:
            if action.kind in ("help", "version", "subparsers") or action.default == SUPPRESS or hasattr(self.namespace, action.dest):
                continue
            value = action.default
            if isinstance(value, str) and (convert := action.converter()):
                value = convert(value)
            if action.required and value is None:
                value = _not_given(action.dest)
            elif self.follows and value == "" and _names_data(action.dest):
                value = str(_not_given(action.dest))
            elif value is None and action.nargs in ("*", REMAINDER) and not action.option_strings:
                value = []
            setattr(self.namespace, action.dest, value)
        for name, value in parser._defaults.items():
            if not hasattr(self.namespace, name):
                setattr(self.namespace, name, value)

    def find(self, parser, name):
        for action in parser._actions:
            if name in action.option_strings:
                return action, name
        if parser.allow_abbrev and name.startswith("--"):
            near = [(action, each) for action in parser._actions for each in action.option_strings if each.startswith(name)]
            if len(near) == 1:
                return near[0]
        return None, name

    def option(self, parser, places, at):
        """The place after the option and its values."""
        word = self.words[places[at]]
        name, equals, attached = word.partition("=")
        action, name = self.find(parser, name)
        if action is None and not word.startswith("--"):
            action, name = self.find(parser, word[:2])
            equals, attached = len(word) > 2, word[2:]
            if action is not None and action.kind in _NO_VALUE and attached:
                self.apply(action, name, places[at], [], [])
                return self.flags(parser, places, at, attached)
        if action is None and word == _RANK and at == 0:  # a launcher's, in the spelling of its release
            action, name = self.find(parser, "--local-rank")
        if action is None:
            if parser._help and word in ("-h", "--help"):
                return at + 1
            self.extras.append(places[at])
            return at + 1
        if equals:
            self.apply(action, name, places[at], [attached], [places[at]])
            return at + 1
        end = at + 1 + self.count(action, places, at + 1)
        taken = places[at + 1:end]
        self.apply(action, name, places[at], [self.words[place] for place in taken], taken)
        return end

    def flags(self, parser, places, at, letters):
        for letter in letters:
            action, name = self.find(parser, "-" + letter)
            if action is not None:
                self.apply(action, name, places[at], [], [])
        return at + 1

    def count(self, action, places, at):
        """How many of the next words the option takes."""
        if action.kind in _NO_VALUE or action.kind is BooleanOptionalAction or action.nargs == 0:
            return 0
        if action.nargs == REMAINDER:
            return len(places) - at
        there = 0
        while at + there < len(places) and not _is_option(self.words[places[at + there]]):
            there += 1
        if action.nargs is None or action.nargs == "?":
            return min(there, 1)
        return min(there, action.nargs) if isinstance(action.nargs, int) else there

    def apply(self, action, name, place, words, places):
        self.given[action.dest] = (place, places)
        self.used.append(action)
        wanted = 1 if action.nargs is None else action.nargs
        if action.kind in _NO_VALUE or action.kind is BooleanOptionalAction:
            if words:
                self.refuse("count", f"{name} takes no value", place)
            return self.flag(action, name)
        if wanted == "+" and not words or isinstance(wanted, int) and len(words) != wanted:
            expected = "one value" if wanted == 1 else "at least one value" if wanted == "+" else f"{wanted} values"
            return self.refuse("count", f"{name} needs {expected}", place)
        if wanted == "?" and not words:
            return setattr(self.namespace, action.dest, action.const)
        values = [self.value(action, name, word, at) for word, at in zip(words, places)]
        self.store(action, name, values[0] if action.nargs in (None, "?") else values)

    def flag(self, action, name):
        if action.kind in _FLAGS:
            setattr(self.namespace, action.dest, _FLAGS[action.kind])
        elif action.kind is BooleanOptionalAction:
            setattr(self.namespace, action.dest, not name.startswith("--no-"))
        elif action.kind == "store_const":
            setattr(self.namespace, action.dest, action.const)
        elif action.kind == "append_const":
            self.append(action, action.const)
        elif action.kind == "count":
            setattr(self.namespace, action.dest, (getattr(self.namespace, action.dest, None) or 0) + 1)

    def append(self, action, value):
        setattr(self.namespace, action.dest, list(getattr(self.namespace, action.dest, None) or []) + [value])

    def store(self, action, name, value):
        if action.kind == "append":
            self.append(action, value)
        elif action.kind == "extend":
            setattr(self.namespace, action.dest, list(getattr(self.namespace, action.dest, None) or []) + list(value))
        elif action.kind in (None, "store"):
            setattr(self.namespace, action.dest, value)
        else:
            action(self, self.namespace, value, name)

    def value(self, action, name, word, place):
        if not isinstance(word, str):
            return _unknown(word[0])
        value = word
        if convert := action.converter():
            try:
                value = convert(word)
            except (ArgumentTypeError, TypeError, ValueError) as error:
                kind = getattr(action.type, "__name__", "")
                why = str(error) if isinstance(error, ArgumentTypeError) else f"{word!r} is no {kind}"
                self.refuse("type", f"{name or action.dest} does not take {word}: {why}", place)
                return value
        outside = action.choices is not None and _is_known(action.choices) and value not in action.choices
        if _is_known(outside) and outside:
            known = ", ".join(repr(choice) for choice in action.choices)
            self.refuse("choice", f"{name or action.dest} does not take {word}: it is none of {known}", place)
        return value

    def positional(self, actions, places):
        for at, action in enumerate(actions):
            if action.kind == "subparsers":
                continue
            later = sum(1 for each in actions[at + 1:] if each.nargs is None and each.kind != "subparsers")
            room = max(len(places) - later, 0)
            if action.nargs is None or action.nargs == "?":
                taken = min(1, room if action.nargs == "?" else len(places))
            elif isinstance(action.nargs, int):
                taken = min(action.nargs, len(places))
            else:
                taken = room
            mine, places = places[:taken], places[taken:]
            if mine:
                self.given[action.dest] = (mine[0], mine)
                values = [self.value(action, "", self.words[place], place) for place in mine]
                self.store(action, "", values[0] if action.nargs in (None, "?") else values)
        self.extras += places

    def complete(self, parser):
        for action in parser._actions:
            if action.required and action.dest not in self.given and "" not in self.given:
                self.refuse("missing", f"the program requires {_title(action)}, which is not given")
        for required, members in parser._exclusive:
            there = [action for action in members if action in self.used]
            if len(there) > 1:
                self.refuse("count", f"{_title(there[1])} is not allowed beside {_title(there[0])}", self.given[there[1].dest][0])
            elif required and not there:
                titles = ", ".join(_title(action) for action in members)
                self.refuse("missing", f"the program requires one of {titles}, and none is given")


def _unknown(reason):
    import _run

    return _run.unknown(reason)


def _is_known(value):
    import _run

    return _run.is_known(value)


def _names_data(name):
    # Data that lie nowhere are no choice: whoever starts the program says where.
    return any([word in ("data", "dataset", "datadir", "dataroot", "datapath") for word in name.lower().split("_")])


def _not_given(name):
    return _unknown(f"the command line must give {name}")


class FileType:
    def __init__(self, mode="r", *args, **keywords):
        self.mode = mode

    def __call__(self, name):
        return open(name, self.mode)
