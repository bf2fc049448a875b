"""Printing, without the breaking of lines."""


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    return _text(object, sort_dicts)


def _text(value, sort_dicts):
    if type(value) is dict:
        items = list(value.items())
        if sort_dicts:
            items = sorted(items, key=lambda pair: (str(type(pair[0])), str(pair[0])))
        return "{" + ", ".join(f"{key!r}: {_text(item, sort_dicts)}" for key, item in items) + "}"
    if type(value) is list:
        return "[" + ", ".join(_text(item, sort_dicts) for item in value) + "]"
    return repr(value)


def pprint(object, stream=None, *args, **keywords):
    print(pformat(object, *args, **keywords), file=stream)


def pp(object, *args, sort_dicts=False, **keywords):
    pprint(object, *args, sort_dicts=sort_dicts, **keywords)


saferepr = repr


class PrettyPrinter:
    def __init__(self, *args, stream=None, sort_dicts=True, **keywords):
        self._stream = stream
        self._sort_dicts = sort_dicts

    def pprint(self, object):
        print(self.pformat(object), file=self._stream)

    def pformat(self, object):
        return _text(object, self._sort_dicts)
