"""Which third-party packages the program under analysis would find installed, and in which version."""

VERSIONS = {"mmcv": "2.1.0", "mmengine": "0.10.7"}


def version(name):
    return VERSIONS.get(name)


def require(name):
    if name not in VERSIONS:
        raise ModuleNotFoundError(f"No module named '{name}'")
    return VERSIONS[name]
