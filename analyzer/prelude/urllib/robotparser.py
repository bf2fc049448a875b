"""What lies elsewhere is not known."""
import _run


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'urllib.robotparser' has no attribute '{name}'")
    return _run.unknown(f"urllib.robotparser.{name} depends on the run")
