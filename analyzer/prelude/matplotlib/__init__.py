"""Pictures for people: nothing of them is in the step."""
from vramlint_quiet import attribute_of

__version__ = "3.9.2"
rcParams = {}


def use(backend, **options):
    return None


def __getattr__(name):
    return attribute_of("matplotlib", name)
