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
    for name in [name for name in names if name]:
        there = os.listdir(folder) if folder is not None else []
        if not _vramlint.is_known(there) or name not in there:
            return False
        folder = os.path.join(folder, name)
    return True


def _group_of(group, key):
    return key[1:] if key.startswith("/") else "/".join([part for part in (group, key) if part])


def _is_there(folder, group, name):
    return _listed(folder, os.path.dirname(_file_of(group, name)).split("/") + [os.path.basename(_file_of(group, name))])


class _Composing:
    """`is_flat`: as up to Hydra 1.0, where a file without a package lands at the root and over what names it."""

    def __init__(self, folder, choices, is_flat, beside=None):
        self.folder = folder
        self.beside = beside  # what --config-dir adds
        self.choices = choices  # by group: what the command line, or an override, says
        self.is_flat = is_flat

    def folder_of(self, group, name):
        is_added = self.beside is not None and not _is_there(self.folder, group, name)
        return self.beside if is_added and _is_there(self.beside, group, name) else self.folder

    def read(self, group, name):
        """What stands there, and the package that its first comment sets."""
        stored = ConfigStore.instance().found(group, name)
        if stored is not None:
            return _tree_of(stored), None
        path = _file_of(os.path.join(self.folder_of(group, name) or ".", group), name)
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
        if own is None and self.is_flat:
            package = ""
        if own is not None:
            package = "" if own == "_global_" else own.replace("_group_", group.replace("/", "."))
        tree = _merged(tree, {})
        defaults = tree.pop("defaults", [])
        for entry in defaults:
            self.take_override(entry, group)
        if "_self_" not in defaults:
            defaults = ["_self_"] + defaults if self.is_flat else defaults + ["_self_"]
        result = {}
        for entry in defaults:
            result = _merged(result, _nested(package, tree) if entry == "_self_" else self.entry(entry, group, package))
        return result

    def whole(self, name, added):
        tree = self.part("", name, "")
        for entry in added:
            tree = _merged(tree, self.entry(entry, "", ""))
        return tree

    def take_override(self, entry, group):
        for key, option in entry.items() if isinstance(entry, dict) else ():
            if key.startswith("override "):
                self.choices.setdefault(_group_of(group, key.split()[-1].split("@")[0]), option)

    def entry(self, entry, group, package):
        if isinstance(entry, str):
            key, _, option = entry.rpartition("/")
            option, at, where = option.partition("@")
            if not key and not at:
                return self.part("" if entry.startswith("/") else group, option, package)
            return self.entry({key + at + where: option}, group, package)
        key, option = list(entry.items())[0]
        if key.startswith("override "):
            return {}
        optional = key.startswith("optional ")
        key = key.split()[-1]
        key, _, where = key.partition("@")
        target = _group_of(group, key)
        option = self.choices.get(target + "@" + where if where else target, self.choices.get(target, option))
        if option is None or target.split("/")[0] == "hydra":
            return {}
        below = "" if where == "_here_" else where or key.replace("/", ".").strip(".")
        inner = ".".join([part for part in (package, below) if part])
        if where.startswith("_global_"):
            inner = where[len("_global_"):].strip(".")
        result = {}
        for name in option if isinstance(option, list) else [option]:
            if optional and not _is_there(self.folder_of(target, name), target, name):
                continue
            result = _merged(result, self.part(target, name, inner))
        return result


def _options(value):
    return value[1:-1].split(",") if value.startswith("[") else None if value in ("null", "") else value


def composed(folder, name, words, is_flat=False, beside=None):
    choices, added, rest = {}, [], []
    for word in words:
        key, _, value = word.partition("=")
        group = key.lstrip("+~")
        is_group = "." not in group.split("@")[0] and any(
            [_listed(each, group.split("@")[0].split("/")) for each in (folder, beside)]
        )
        if is_group and key.startswith("+") and not key.startswith("++"):
            added.append({"/" + group: _options(value)})
        elif is_group:
            choices[group] = _options(value)
        elif group.split("/")[0].split(".")[0] != "hydra" and not key.startswith("~"):
            rest.append(key.lstrip("+") + "=" + value)
    tree = {}
    if name is not None:
        composing = _Composing(folder, choices, is_flat, beside)
        composing.whole(name, added)  # what it overrides is known then
        tree = composing.whole(name, added)
    return _made(_merged(tree, _said(rest)))
