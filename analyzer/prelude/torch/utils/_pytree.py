"""Nested containers as their leaves and a description of what is around them."""

from collections import OrderedDict, defaultdict, deque, namedtuple

KeyEntry = object


class MappingKey:
    def __init__(self, key):
        self.key = key


class SequenceKey:
    def __init__(self, idx):
        self.idx = idx


class _Kind:
    def __init__(self, flatten, unflatten):
        self.flatten_fn = flatten
        self.unflatten_fn = unflatten


def _flatten_dict(tree):
    return list(tree.values()), list(tree.keys())


def _dict_flatten_with_keys(tree):
    values, keys = _flatten_dict(tree)
    return [(MappingKey(key), value) for key, value in zip(keys, values)], keys


def _is_named_tuple(kind):
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


SUPPORTED_NODES = {
    tuple: _Kind(lambda tree: (list(tree), None), lambda values, context: tuple(values)),
    list: _Kind(lambda tree: (list(tree), None), lambda values, context: list(values)),
    dict: _Kind(_flatten_dict, lambda values, keys: dict(zip(keys, values))),
    OrderedDict: _Kind(_flatten_dict, lambda values, keys: OrderedDict(zip(keys, values))),
    deque: _Kind(lambda tree: (list(tree), tree.maxlen), lambda values, most: deque(values, maxlen=most)),
}
_named = _Kind(lambda tree: (list(tree), type(tree)), lambda values, kind: kind(*values))


SUPPORTED_NODES[namedtuple] = _named


def _get_node_type(tree):
    """What it is listed as in SUPPORTED_NODES: its type, of every named tuple `namedtuple`."""
    kind = type(tree)
    return namedtuple if kind not in SUPPORTED_NODES and _is_named_tuple(kind) else kind


def register_pytree_node(cls, flatten_fn, unflatten_fn, **options):
    SUPPORTED_NODES[cls] = _Kind(flatten_fn, unflatten_fn)


_register_pytree_node = register_pytree_node


class TreeSpec:
    def __init__(self, type, context, children_specs):
        self.type = type
        self.context = context
        self.children_specs = children_specs

    @property
    def num_leaves(self):
        return 1 if self.type is None else sum(child.num_leaves for child in self.children_specs)

    def is_leaf(self):
        return self.type is None

    def __eq__(self, other):
        return (isinstance(other, TreeSpec) and self.type is other.type and self.context == other.context
                and self.children_specs == other.children_specs)


class LeafSpec(TreeSpec):
    def __init__(self):
        super().__init__(None, None, [])


def _flatten(tree, leaves, is_leaf):
    kind = _get_node_type(tree)
    if kind not in SUPPORTED_NODES or (is_leaf is not None and is_leaf(tree)):
        leaves.append(tree)
        return LeafSpec()
    parts, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    return TreeSpec(kind, context, [_flatten(part, leaves, is_leaf) for part in parts])


def tree_flatten(tree, is_leaf=None):
    leaves = []
    return leaves, _flatten(tree, leaves, is_leaf)


def tree_leaves(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[0]


def tree_structure(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[1]


def _rebuild(leaves, spec):
    if spec.type is None:
        return next(leaves)
    return SUPPORTED_NODES[spec.type].unflatten_fn([_rebuild(leaves, child) for child in spec.children_specs], spec.context)


def tree_unflatten(leaves, treespec):
    return _rebuild(iter(leaves), treespec)


def tree_map(func, tree, *rests, is_leaf=None):
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [tree_flatten(rest, is_leaf)[0] for rest in rests]
    return tree_unflatten([func(*parts) for parts in zip(leaves, *others)], spec)


def tree_map_(func, tree, *rests, is_leaf=None):
    tree_map(func, tree, *rests, is_leaf=is_leaf)
    return tree


def tree_map_only(kind, func, tree=None, is_leaf=None):
    return tree_map(lambda leaf: func(leaf) if isinstance(leaf, kind) else leaf, tree, is_leaf=is_leaf)


def tree_any(pred, tree, is_leaf=None):
    return any(pred(leaf) for leaf in tree_leaves(tree, is_leaf))


def tree_all(pred, tree, is_leaf=None):
    return all(pred(leaf) for leaf in tree_leaves(tree, is_leaf))
