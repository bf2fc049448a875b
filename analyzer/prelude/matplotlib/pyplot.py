from vramlint_quiet import attribute_of, quiet

rcParams = {}


def subplots(nrows=1, ncols=1, **options):
    return quiet, quiet


def __getattr__(name):
    return attribute_of("matplotlib.pyplot", name)
