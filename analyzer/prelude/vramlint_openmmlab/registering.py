"""What the registries of both lines share: names for classes and functions, a tree of scopes."""
import inspect

import _vramlint
from _inspect import calling_module
from vramlint_openmmlab.checks import is_seq_of


class Registering:
    def __init__(self, name, scope, parent):
        self._name = name
        self._scope = scope
        self._module_dict = {}
        self._later = {}
        self._children = {}
        self.parent = parent
        if parent is not None:
            assert isinstance(parent, Registering)
            assert scope not in parent._children, f"scope {scope} exists in {parent.name} registry"
            parent._children[scope] = self

    name = property(lambda self: self._name)
    scope = property(lambda self: self._scope)
    children = property(lambda self: self._children)
    root = property(lambda self: self._get_root_registry())

    @property
    def module_dict(self):
        self._module_dict.update({name: self._own(name) for name in self._later})
        self._later.clear()
        return self._module_dict

    def __len__(self):
        return len(self._module_dict) + len(self._later)

    def __contains__(self, key):
        return self.get(key) is not None

    def __repr__(self):
        return f"{type(self).__name__}(name={self._name}, items={self.module_dict})"

    @staticmethod
    def split_scope_key(key):
        scope, dot, rest = key.partition(".")
        return (scope, rest) if dot else (None, key)

    def _get_root_registry(self):
        root = self
        while root.parent is not None:
            root = root.parent
        return root

    def _search_child(self, scope):
        if self._scope == scope:
            return self
        for child in self._children.values():
            found = child._search_child(scope)
            if found is not None:
                return found
        return None

    def later(self, entries):
        """Registers names whose classes are read when they are asked for: {"BN": "torch.nn:BatchNorm2d"}."""
        self._later.update(entries)

    def _own(self, key):
        if key not in self._later:
            return self._module_dict.get(key)
        home, _, attribute = self._later[key].partition(":")
        return getattr(__import__(home, fromlist=["*"]), attribute)

    def _register_module(self, module, module_name=None, force=False):
        names = [module.__name__] if module_name is None else [module_name] if isinstance(module_name, str) else module_name
        for name in names:
            if not force and (name in self._module_dict or name in self._later):
                raise KeyError(f"{name} is already registered in {self.name}")
            self._later.pop(name, None)
            self._module_dict[name] = module

    def register_module(self, name=None, force=False, module=None):
        if not isinstance(force, bool):
            raise TypeError(f"force must be a boolean, but got {type(force)}")
        if inspect.isclass(name):  # the form without a call, which mmcv 1.x still takes
            self._register_module(name, force=force)
            return name
        if not (name is None or isinstance(name, str) or is_seq_of(name, str)):
            raise TypeError(f"name must be None, an instance of str, or a sequence of str, but got {type(name)}")
        if module is not None:
            self._register_module(module, name, force)
            return module

        def register(module):
            self._register_module(module, name, force)
            return module

        return register

    def build(self, cfg, *args, **kwargs):
        return self.build_func(cfg, *args, **kwargs, registry=self)


def refuse_borrowed(kind, scope):
    """A name of a package whose source is not at hand is no mistake: ours has only what other projects borrow."""
    package = kind.partition(".")[0] if "." in kind else scope
    if package in (None, "mmengine", "mmcv"):
        return
    try:
        place = getattr(__import__(package), "__file__", None)
    except ImportError:
        place = None
    if place is None or place.startswith("<vramlint>/"):
        _vramlint.unsupported(f"`{kind}` is not known, for the source of {package} is not at hand: `--site-packages DIR` or "
                              "`--python-path DIR` leads to it")


def check_build(cfg, registry, default_args):
    """What build_from_cfg refuses; afterwards its arguments are `merged`."""
    if not isinstance(cfg, dict):
        raise TypeError(f"cfg must be a dict, but got {type(cfg)}")
    if "type" not in cfg and (default_args is None or "type" not in default_args):
        raise KeyError(f'`cfg` or `default_args` must contain the key "type", but got {cfg}\n{default_args}')
    if not isinstance(registry, Registering):
        raise TypeError(f"registry must be a Registry object, but got {type(registry)}")
    if not (default_args is None or isinstance(default_args, dict)):
        raise TypeError(f"default_args must be a dict or None, but got {type(default_args)}")


def merged(cfg, default_args):
    args = cfg.copy()
    if default_args is not None:
        for name, value in default_args.items():
            args.setdefault(name, value)
    return args


def calling_package():
    """The top-level package of the module that called the function that asks."""
    return calling_module(3).split(".")[0]


def register_later(registry, entries):
    """`entries` as `Registry.later` takes them. A registry of mmcv's or mmengine's own source gets the classes now."""
    if hasattr(registry, "later"):
        registry.later(entries)
        return
    for name, place in entries.items():
        if name not in registry:
            home, _, attribute = place.partition(":")
            registry.register_module(name=name, module=getattr(__import__(home, fromlist=["*"]), attribute))
