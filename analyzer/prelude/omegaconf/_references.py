"""What `${a.b}` stands for in a tree of plain dicts and lists."""
import os
import re

import _vramlint
import vramlint_numbers
import yaml

resolvers = {}
_HELD = "\0"  # around the number of what is no text, where it stands in one


def _words(given):
    """The arguments of a resolver: apart where a comma stands in no brackets and no quotes."""
    words, word, depth, quote = [], "", 0, ""
    for letter in given:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "[{":
            depth = depth + 1
        elif letter in "]}":
            depth = depth - 1
        elif letter == "," and depth == 0:
            words.append(word.strip())
            word = ""
            continue
        word = word + letter
    return words + [word.strip()] if words or word.strip() else []


def _typed(word):
    if not word or word[0] == word[-1] and word[0] in "'\"" and len(word) > 1:
        return word[1:-1]
    try:
        read = vramlint_numbers.read(yaml.safe_load(word))
    except yaml.YAMLError:
        return word
    return word if isinstance(read, dict) and word[0] != "{" else read


class References:
    def __init__(self, root):
        self.root = root
        self.open = []
        self.held = []

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
            return self.written(text)
        found = self.reference(inner.group(1), path)
        if not _vramlint.is_known(found):
            return found
        return self.text(text[: inner.start()] + self.put(found) + text[inner.end():], path)

    def put(self, found):
        if not isinstance(found, (list, dict)):
            return str(found)
        self.held.append(found)
        return _HELD + str(len(self.held) - 1) + _HELD

    def written(self, text):
        parts = text.split(_HELD)
        return "".join(str(self.held[int(part)]) if at % 2 else part for at, part in enumerate(parts))

    def argument(self, word):
        if word.startswith(_HELD) and word.count(_HELD) == 2 and word.endswith(_HELD):
            return self.held[int(word[1:-1])]
        return _typed(self.written(word))

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
        words = _words(given)
        if kind == "oc.env":
            otherwise = words[1] if len(words) > 1 else _vramlint.unknown(f"environment variable {words[0]} is not known")
            return os.environ.get(words[0], otherwise)
        if kind == "oc.select":
            return self.reference(words[0], path, vramlint_numbers.read(yaml.safe_load(words[1])) if len(words) > 1 else None)
        if kind in resolvers:
            return resolvers[kind](*[self.argument(word) for word in words])
        return _vramlint.unknown("what `${" + name + "}` stands for depends on the run")
