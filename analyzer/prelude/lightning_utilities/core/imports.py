"""What is installed, and in which release: asked for when it is needed."""
import importlib
import importlib.metadata
import importlib.util
import operator

from packaging.version import Version

_COMPARE = {">=": operator.ge, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt, "<": operator.lt,
            "~=": operator.ge}


def package_available(package_name):
    try:
        return importlib.util.find_spec(package_name) is not None
    except ModuleNotFoundError:
        return False


def module_available(module_path):
    if not package_available(module_path.split(".")[0]):
        return False
    try:
        importlib.import_module(module_path)
    except ImportError:
        return False
    return True


def _release(package):
    found = getattr(importlib.import_module(package), "__version__", None)
    return importlib.metadata.version(package) if found is None else found


def compare_version(package, op, version, use_base_version=False):
    if not package_available(package):
        return False
    found = Version(_release(package))
    return op(Version(found.base_version) if use_base_version else found, Version(version))


def _parts(requirement):
    """"torch[extra]>=2.0,<3; marker": the package, and each bound."""
    text = requirement.split(";")[0].replace(" ", "")
    at = min([text.find(sign) for sign in "<>=!~" if sign in text] or [len(text)])
    bounds = [bound for bound in text[at:].split(",") if bound]
    return text[:at].split("[")[0], bounds


def _holds(found, bound):
    sign = bound[:2] if bound[:2] in _COMPARE else bound[:1]
    return _COMPARE[sign](Version(found), Version(bound[len(sign):]))


class RequirementCache:
    def __init__(self, requirement=None, module=None):
        if not (requirement or module):
            raise ValueError("At least one arguments need to be set.")
        self.requirement = requirement
        self.module = module

    def _check_requirement(self):
        if hasattr(self, "available"):
            return
        if self.requirement:
            name, bounds = _parts(self.requirement)
            package = (self.module or name).replace("-", "_")
            self.available = package_available(package)
            if self.available and bounds:
                found = _release(package)
                self.available = all([_holds(found, bound) for bound in bounds])
        else:
            self.available = module_available(self.module)
        wanted = self.requirement or self.module
        self.message = f"Requirement {wanted!r} met" if self.available else f"Requirement {wanted!r} not met"

    def __bool__(self):
        self._check_requirement()
        return self.available

    def __str__(self):
        self._check_requirement()
        return self.message

    __repr__ = __str__


class ModuleAvailableCache(RequirementCache):
    def __init__(self, module):
        super().__init__(module=module)
