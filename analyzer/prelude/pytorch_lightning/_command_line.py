"""What a command line of LightningCLI says: a tree of what its words and files say, in the order they stand."""
import jsonargparse
from pytorch_lightning.hyperparameters import AttributeDict

_OBJECTS = ("model", "data", "optimizer", "lr_scheduler")


class Namespace(AttributeDict):
    def put(self, path, value):
        """A name within an object that is said by its class is one of its arguments."""
        tree, parts = self, path.split(".")
        while True:
            tree = tree[-1] if isinstance(tree, list) else tree
            part = parts.pop(0)
            if "class_path" in tree and part not in ("class_path", "init_args", "dict_kwargs"):
                tree = tree.setdefault("init_args", Namespace())
            if not parts:
                break
            if tree.get(part) is None:
                tree[part] = Namespace()
            tree = tree[part]
        tree[part] = value

    def as_dict(self):
        return dict(self)


def lookup(tree, path):
    """None where nothing is said."""
    for part in path.split("."):
        tree = tree.get(part) if isinstance(tree, dict) else None
    return tree


def _spaces(value):
    if isinstance(value, dict):
        return Namespace({key: _spaces(item) for key, item in value.items()})
    return [_spaces(item) for item in value] if isinstance(value, list) else value


def _merge(into, other):
    """Another class has arguments of its own."""
    for key, value in other.items():
        old = into.get(key)
        both = isinstance(value, dict) and isinstance(old, dict)
        if both and value.get("class_path", old.get("class_path")) == old.get("class_path"):
            _merge(old, value)
        else:
            into[key] = value


def _file(path):
    with open(path) as file:
        return _spaces(jsonargparse._read(file) or {})


def _put(found, name, value):
    if name.endswith("+"):
        listed = lookup(found, name[:-1])
        listed = list(listed) if isinstance(listed, list) else [] if listed is None else [listed]
        more = value if isinstance(value, list) else [value]
        found.put(name[:-1], listed + [{"class_path": one} if isinstance(one, str) else one for one in more])
    elif name in _OBJECTS and isinstance(value, str):
        found.put(name, Namespace(class_path=value))
    elif isinstance(value, dict) and isinstance(lookup(found, name), dict):
        _merge(lookup(found, name), value)
    else:
        found.put(name, value)


def said(words, subcommand, files, defaults):
    """`words` before the subcommand speak of it by its name."""
    if isinstance(words, dict):
        return _spaces(words.get(subcommand, words))
    found, is_inside = Namespace(), subcommand is None
    for name, value in defaults.items():
        found.put(name, value)
    for file in files:
        _merge(found, _file(file))
    words = list(words)
    while words:
        word = words.pop(0)
        if word == subcommand and not is_inside:
            is_inside = True
            continue
        name, equals, text = word.lstrip("-").partition("=")
        text = text if equals else words.pop(0) if words and not words[0].startswith("--") else "true"
        if name in ("config", "c"):
            tree = _file(text)
            _merge(found, tree if is_inside else tree.get(subcommand) or {})
        else:
            _put(found, name, _spaces(jsonargparse._read(text)))
    return found
