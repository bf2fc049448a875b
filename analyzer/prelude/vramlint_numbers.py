"""Numbers as YAML 1.2 has them, which PyYAML reads as texts."""
import re


def read(node):
    """`1e-4` is a number, wherever in a tree it stands."""
    if isinstance(node, dict):
        return {key: read(item) for key, item in node.items()}
    if isinstance(node, list):
        return [read(item) for item in node]
    if isinstance(node, str) and re.fullmatch(r"[-+]?[0-9][0-9_]*(\.[0-9]*)?[eE][-+]?[0-9]+", node):
        return float(node)
    return node
