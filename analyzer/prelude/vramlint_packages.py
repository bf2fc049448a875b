"""Which third-party packages the program under analysis would find installed, and in which version."""
import _vramlint

VERSIONS = {"mmcv": "2.1.0", "mmengine": "0.10.7", "mmdet": "3.3.0"}
VERSIONS.update(_vramlint.packages())


def version(name):
    return VERSIONS.get(name)


def require(name):
    if VERSIONS.get(name) is None:
        raise ModuleNotFoundError(f"No module named '{name}'")
    return VERSIONS[name]
