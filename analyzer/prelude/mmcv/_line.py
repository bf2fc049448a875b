"""Which of mmcv's two lines the program under analysis would find: 1.x, or 2.x, which left a half of it to mmengine."""
from vramlint_packages import require

version = require("mmcv")
old = version.startswith("1.")


def require_old(name):
    """For the first lines of a module that 2.x does not have."""
    if not old:
        raise ModuleNotFoundError(f"No module named '{name}'")


def require_new(name):
    if old:
        raise ModuleNotFoundError(f"No module named '{name}'")
