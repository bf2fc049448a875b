"""Printing, without the breaking of lines."""


def pformat(value, *args, **keywords):
    return repr(value)


def pprint(value, *args, **keywords):
    print(repr(value))


pp = pprint


class PrettyPrinter:
    def __init__(self, *args, **keywords):
        pass

    def pprint(self, value):
        print(repr(value))

    def pformat(self, value):
        return repr(value)
