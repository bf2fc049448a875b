"""What `${a.b}` stands for in a tree of plain dicts and lists."""
import os
import re

import _vramlint
import vramlint_numbers
import yaml

resolvers = {}


class References:
    def __init__(self, root):
        self.root = root
        self.open = []

    def of(self, node, path=()):
        if not _vramlint.is_known(node):
            return node
        if isinstance(node, dict):
            return {key: self.of(item, path + (key,)) for key, item in node.items()}
        if isinstance(node, (list, tuple)):
            return [self.of(item, path + (at,)) for at, item in enumerate(node)]
        return self.text(node, path) if isinstance(node, str) and "${" in node else node

    def text(self, text, path):
        whole = re.fullmatch(r"\$\{([^${}]*)\}", text)
        if whole:
            return self.reference(whole.group(1), path)
        inner = re.search(r"\$\{([^${}]*)\}", text)
        if not inner:
            return text
        found = self.reference(inner.group(1), path)
        if not _vramlint.is_known(found):
            return found
        return self.text(text[: inner.start()] + str(found) + text[inner.end():], path)

    def reference(self, name, path, *otherwise):
        if ":" in name:
            return self.resolved(name, path)
        base = path[:-1]
        if name.startswith("."):
            name = name[1:]
            while name.startswith("."):
                name, base = name[1:], base[:-1]
        else:
            base = ()
        place = base + tuple(int(part) if part.isdigit() else part for part in re.split(r"\.|\[|\]\.?", name) if part)
        if place in self.open:
            return _vramlint.unknown("references of the config lead in a circle")
        node = self.root
        for part in place:
            if not _vramlint.is_known(node):
                return node
            if isinstance(node, dict) and part in node:
                node = node[part]
            elif isinstance(node, list) and isinstance(part, int) and part < len(node):
                node = node[part]
            elif otherwise:
                return otherwise[0]
            else:
                return _vramlint.unknown("the config has no `" + name + "`, which is referred to")
        self.open.append(place)
        made = self.of(node, place)
        self.open.pop()
        return made

    def resolved(self, name, path):
        kind, given = name.split(":", 1)
        words = [word.strip() for word in given.split(",")]
        if kind == "oc.env":
            otherwise = words[1] if len(words) > 1 else _vramlint.unknown(f"environment variable {words[0]} is not known")
            return os.environ.get(words[0], otherwise)
        if kind == "oc.select":
            return self.reference(words[0], path, vramlint_numbers.read(yaml.safe_load(words[1])) if len(words) > 1 else None)
        if kind in resolvers:
            return resolvers[kind](*words)
        return _vramlint.unknown("what `${" + name + "}` stands for depends on the run")
