"""The words of a command line, handed to the parameters (click 8.1, src/click/parser.py)."""
from click._params import Option


def read(context, parameters, words, goes_on):
    """The parameters' values by name, and the words that none of them takes."""
    given, loose = _options([one for one in parameters if isinstance(one, Option)], list(words), goes_on)
    left = _arguments([one for one in parameters if not isinstance(one, Option)], loose, given)
    if left and not goes_on:
        raise SystemExit(2)
    return {one.name: one.value(context, given.get(one.name)) for one in parameters}, left


def _options(options, words, goes_on):
    switches = {switch: (one, True) for one in options for switch in one.switches}
    switches.update({switch: (one, False) for one in options for switch in one.opposites})
    given, loose, at = {}, [], 0
    while at < len(words):
        word = words[at]
        at += 1
        if word == "--":
            return given, loose + words[at:]
        name, equals, text = word.partition("=") if word.startswith("--") else (word, "", "")
        if name not in switches:
            if len(word) > 2 and not word.startswith("--") and word[:2] in switches:  # -b8
                name, equals, text = word[:2], "=", word[2:]
            elif word.startswith("-") and len(word) > 1 and not goes_on:
                raise SystemExit(2)
            else:
                loose.append(word)
                continue
        one, is_on = switches[name]
        if one.count:
            given[one.name] = given.get(one.name, 0) + 1
        elif one.is_flag:
            given[one.name] = one.flag_value if is_on else False
        else:
            parts = [text] if equals else []
            while len(parts) < one.nargs:
                if at == len(words):
                    raise SystemExit(2)
                parts.append(words[at])
                at += 1
            value = parts[0] if one.nargs == 1 else tuple(parts)
            given[one.name] = given.get(one.name, []) + [value] if one.multiple else value
    return given, loose


def _arguments(arguments, words, given):
    for at, one in enumerate(arguments):
        behind = sum([other.nargs for other in arguments[at + 1:] if other.nargs > 0])
        count = max(0, len(words) - behind) if one.nargs == -1 else one.nargs
        if count and len(words) >= count:
            given[one.name] = words[0] if one.nargs == 1 else tuple(words[:count])
            words = words[count:]
    return words
