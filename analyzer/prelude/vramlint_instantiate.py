# Configs that name what they are made into: `_target_:` with its arguments beside it (Hydra, MONAI bundles), or `target:`
# and `params:`. References are looked up in the whole config: `${a.b}` as OmegaConf has them, `@a::b` and `$expression` as
# MONAI bundles do.
import functools
import importlib
import re

import _vramlint

_marks = ("_target_", "_args_", "_partial_", "_recursive_", "_convert_", "_desc_", "_disabled_", "_requires_", "_mode_", "_id_")


class InstantiationError(Exception):
    pass


def located(path):
    # What a dotted path leads to: the longest part of it that is a module, and attributes from there on.
    if not isinstance(path, str):
        return path
    names = path.split(".")
    if len(names) == 1:
        return _short(path)
    found, used = _import(names)
    for name in names[used:]:
        if not _vramlint.is_known(found):
            return found
        if not hasattr(found, name):
            if str(getattr(found, "__file__", "")).startswith("<vramlint>"):
                return _vramlint.unknown(f"`{path}` is not modelled; its own source is read where --python-path leads to it")
            what = "module '" + ".".join(names[:used]) + "'" if used else repr(found)
            raise InstantiationError(f"`{path}` leads nowhere: {what} has no attribute '{name}'")
        found = getattr(found, name)
        used = used + 1
    return found


def _import(names):
    found, used = None, 0
    for i in range(1, len(names) + 1):
        dotted = ".".join(names[:i])
        try:
            found = importlib.import_module(dotted)
        except ModuleNotFoundError as error:
            if dotted not in str(error):
                raise
            if i == 1:
                return importlib.import_module(dotted), 1  # not known, unless it is said not to be installed
            break
        used = i
        if not _vramlint.is_known(found):
            break
    return found, used


def _short(name):
    # MONAI bundles name classes of monai, and of torch's own modules, without their path.
    for module in ("monai.networks.nets", "monai.losses", "torch.nn", "torch.optim"):
        try:
            found = importlib.import_module(module)
        except ImportError:
            continue
        if _vramlint.is_known(found) and hasattr(found, name):
            return getattr(found, name)
    raise InstantiationError(f"`{name}` is no dotted path, and no class of monai's or torch's has that name")


class Root:
    def __init__(self, config):
        self.config = config
        self.made = {}
        self.open = []

    def entry(self, path, separators):
        value = self.config
        for name in re.split(separators, path):
            if isinstance(value, (list, tuple)):
                value = value[int(name)]
            elif isinstance(value, dict) and name in value:
                value = value[name]
            else:
                raise InstantiationError(f"the config has no key `{path}`, which is referred to")
        return value

    def referred(self, path, separators):
        if path in self.made:
            return self.made[path]
        if path in self.open:
            raise InstantiationError("references lead in a circle: " + " -> ".join(self.open + [path]))
        self.open.append(path)
        try:
            self.made[path] = self.value(self.entry(path, separators))
        finally:
            self.open.pop()
        return self.made[path]

    def value(self, node):
        if not _vramlint.is_known(node):
            return node
        if isinstance(node, str):
            return self.text(node)
        if isinstance(node, (list, tuple)):
            return type(node)([self.value(item) for item in node])
        if isinstance(node, dict):
            if "_target_" in node:
                return self.component(node)
            if "target" in node and isinstance(node["target"], str) and set(node) <= {"target", "params", "ckpt_path"}:
                return self.target_and_params(node)
            return type(node)({key: self.value(item) for key, item in node.items()})
        return node

    def component(self, node):
        if self.value(node.get("_disabled_", False)) is True:
            return None
        for required in [node["_requires_"]] if "_requires_" in node else []:
            self.value(required)
        recursive = node.get("_recursive_", True)
        keywords = {}
        for key, item in node.items():
            if key not in _marks:
                keywords[key] = self.value(item) if recursive else item
        positional = [self.value(item) for item in node.get("_args_", [])]
        target = located(self.value(node["_target_"]))
        if node.get("_partial_", False) or node.get("_mode_", "default") == "partial":
            return functools.partial(target, *positional, **keywords)
        if node.get("_mode_", "default") == "callable":
            return target
        return target(*positional, **keywords)

    def target_and_params(self, node):
        target = located(node["target"])
        return target(**self.value(node.get("params") or {}))

    def text(self, text):
        if text.startswith("$") and not text.startswith("${"):
            return self.expression(text[1:])
        if text.startswith("@"):
            return self.referred(text[1:], "::|#")
        if text.startswith("${") and text.endswith("}") and text.count("${") == 1:
            return self.interpolated(text[2:-1])
        if "${" in text:
            return re.sub(r"\$\{([^}]*)\}", lambda match: str(self.interpolated(match.group(1))), text)
        return text

    def interpolated(self, path):
        if ":" in path:
            return _vramlint.unknown("the resolver `${" + path + "}` is not known")
        return self.referred(path.lstrip("."), "\\.|\\[|\\]\\.?")

    def expression(self, text):
        # `$` begins Python; `@id` in it stands for what the id is made into. `import a` names modules of the expressions.
        if text.startswith("import "):
            return importlib.import_module(text[7:].strip())
        names = {}

        def named(match):
            name = "_reference" + str(len(names))
            names[name] = self.referred(match.group(1).rstrip(":"), "::|#")
            return name

        source = re.sub(r"@([A-Za-z_]\w*(?:(?:::|#)\w+)*)", named, text)
        for module in set(re.findall(r"(?<![\w.])([A-Za-z_]\w*)\.", source)):
            if module not in names:
                try:
                    names[module] = importlib.import_module(module)
                except ImportError:
                    continue
        return _vramlint.evaluate(source.strip(), names)


def instantiate(root, node, *args, **overrides):
    if not _vramlint.is_known(node):
        return node
    if isinstance(node, str):
        return located(node)(*args, **overrides)
    if overrides or args:
        node = type(node)(node)
        if "params" in node and "_target_" not in node:
            node["params"] = {**(node["params"] or {}), **overrides}
        else:
            node.update(overrides)
            if args:
                node["_args_"] = list(args)
    return root.value(node)
