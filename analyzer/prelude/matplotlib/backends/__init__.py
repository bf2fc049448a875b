from vramlint_quiet import attribute_of


def __getattr__(name):
    return attribute_of("matplotlib.backends", name)
