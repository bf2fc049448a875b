import os

import _vramlint
import vramlint_numbers
import yaml
from hydra.core.config_store import ConfigStore
from omegaconf._trees import _made, _merged, _said, _tree_of


def _nested(package, tree):
    for name in reversed([part for part in package.split(".") if part]):
        tree = {name: tree}
    return tree


def _file_of(folder, name):
    path = os.path.join(folder, name)
    return path if name.endswith((".yaml", ".yml")) else path + ".yaml"


def _listed(folder, names):
    for name in names:
        there = os.listdir(folder) if folder is not None else []
        if not _vramlint.is_known(there) or name not in there:
            return False
        folder = os.path.join(folder, name)
    return True


def _is_there(folder, group, name):
    return _listed(folder, os.path.dirname(_file_of(group, name)).split("/") + [os.path.basename(_file_of(group, name))])


class _Composing:
    def __init__(self, folder, choices):
        self.folder = folder
        self.choices = choices  # by group: what the command line, or an override, says

    def read(self, group, name):
        """What stands there, and the package that its first comment sets."""
        stored = ConfigStore.instance().found(group, name)
        if stored is not None:
            return _tree_of(stored), None
        path = _file_of(os.path.join(self.folder or ".", group), name)
        with open(path) as file:
            tree = vramlint_numbers.read(yaml.safe_load(file))
        with open(path) as file:
            head = file.read(200)
        package = None
        if _vramlint.is_known(head) and "@package " in head:
            package = head.split("@package ", 1)[1].split()[0]
        return tree if tree is not None else {}, package

    def part(self, group, name, package):
        tree, own = self.read(group, name)
        if not _vramlint.is_known(tree):
            return tree
        if own is not None:
            package = "" if own == "_global_" else own.replace("_group_", group.replace("/", "."))
        tree = _merged(tree, {})
        defaults = tree.pop("defaults", [])
        for entry in defaults:
            self.take_override(entry, group)
        if "_self_" not in defaults:
            defaults = defaults + ["_self_"]
        result = {}
        for entry in defaults:
            result = _merged(result, _nested(package, tree) if entry == "_self_" else self.entry(entry, group, package))
        return result

    def take_override(self, entry, group):
        for key, option in entry.items() if isinstance(entry, dict) else ():
            if key.startswith("override "):
                target = key.split()[-1].split("@")[0]
                target = target[1:] if target.startswith("/") else "/".join([part for part in (group, target) if part])
                self.choices.setdefault(target, option)

    def entry(self, entry, group, package):
        if isinstance(entry, str):
            return self.part(group, entry, package)
        key, option = list(entry.items())[0]
        if key.startswith("override "):
            return {}
        optional = key.startswith("optional ")
        key = key.split()[-1]
        key, _, where = key.partition("@")
        target = key[1:] if key.startswith("/") else "/".join([part for part in (group, key) if part])
        option = self.choices.get(target, option)
        if option is None or target == "hydra":
            return {}
        inner = ".".join([part for part in (package, where or key.replace("/", ".").strip(".")) if part])
        if where.startswith("_global_"):
            inner = where[len("_global_"):].strip(".")
        result = {}
        for name in option if isinstance(option, list) else [option]:
            if optional and not _is_there(self.folder, target, name):
                continue
            result = _merged(result, self.part(target, name, inner))
        return result


def composed(folder, name, words):
    choices, rest = {}, []
    for word in words:
        key, _, value = word.partition("=")
        group = key.lstrip("+~")
        is_group = "." not in group and _listed(folder, group.split("/"))
        if is_group:
            choices[group] = None if value in ("null", "") else value
        elif not key.startswith("~"):
            rest.append(key.lstrip("+") + "=" + value)
    tree = {}
    if name is not None:
        composing = _Composing(folder, choices)
        composing.part("", name, "")  # what it overrides is known then
        tree = composing.part("", name, "")
    return _made(_merged(tree, _said(rest)))
