from vramlint_packages import version as _version


def is_installed(package):
    if _version(package.split("=")[0]) is not None:
        return True
    from importlib.util import find_spec
    return find_spec(package) is not None


def get_installed_path(package):
    module = __import__(package, fromlist=["*"])
    return module.__file__.rsplit("/", 1)[0]


def install_package(package):
    raise RuntimeError("packages are not installed by an analysis")


call_command = install_package
