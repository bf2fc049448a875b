"""A server that shows what it is given: nothing of it is in the step."""
from vramlint_quiet import attribute_of


def __getattr__(name):
    return attribute_of("visdom", name)
