"""LightningCLI (lightning/pytorch/cli.py, 2.6): a command line and YAML files fill a model, its data and a Trainer."""
import importlib
import inspect
import sys
import typing

import _run
import jsonargparse
import torch
from pytorch_lightning import callbacks, loggers, strategies
from pytorch_lightning._command_line import Namespace, lookup, said
from pytorch_lightning.callbacks import Callback
from pytorch_lightning.module import LightningModule
from pytorch_lightning.parts import LightningDataModule
from pytorch_lightning.trainer import Trainer

OptimizerCallable = typing.Callable[[typing.Iterable], torch.optim.Optimizer]
LRSchedulerCallable = typing.Callable[[torch.optim.Optimizer], torch.optim.lr_scheduler.LRScheduler]
ArgsType = object


class ReduceLROnPlateau(torch.optim.lr_scheduler.ReduceLROnPlateau):
    def __init__(self, optimizer, monitor, *args, **kwargs):
        super().__init__(optimizer, *args, **kwargs)
        self.monitor = monitor


def instantiate_class(args, init):
    given = args if isinstance(args, tuple) else (args,)
    return _named(init["class_path"])(*given, **init.get("init_args", {}))


def _derived(kind):
    return [each for direct in kind.__subclasses__() for each in [direct] + _derived(direct)]


def _named(path, *kinds):
    """By its path, or the name alone of a class of one of those kinds, or of a library's part."""
    _run.takes(path)
    module, _, name = path.rpartition(".")
    if module:
        return getattr(importlib.import_module(module), name)
    for kind in kinds:
        for each in [kind] + _derived(kind):
            if each.__name__ == name:
                return each
    for place in (callbacks, loggers, strategies, torch.optim, torch.optim.lr_scheduler):
        if name in vars(place):
            return getattr(place, name)
    return _run.unknown(f"which class `{name}` of the command line is, is not known")


def _objects(value):
    """What stands for an object with `class_path` is made, wherever in a tree it stands."""
    if isinstance(value, (list, tuple)):
        return [_objects(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "class_path" not in value:
        return {key: _objects(item) for key, item in value.items()}
    return _filled(_named(value["class_path"], Callback), value.get("init_args") or {}, value.get("dict_kwargs"))


def _filled(make, given, more=None):
    if not _run.is_known(make):
        return make(**given)
    return make(**jsonargparse._filled(make, given), **(more or {}))


class LightningArgumentParser:
    """What a program's own LightningCLI adds to the arguments."""

    def __init__(self, *args, **options):
        self.classes, self.links, self.defaults, self.optimizers = {}, [], {}, {}
        self.callback_keys = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _run.unknown(f"what `{name}` of LightningCLI's parser does is not described")

    def add_argument(self, *names, default=None, **options):
        long = [name for name in names if name.startswith("--")]
        if long and default is not None:
            self.set_defaults({long[0][2:].replace("-", "_"): default})

    def set_defaults(self, given=None, **more):
        self.defaults.update(given or {}, **more)

    def add_lightning_class_args(self, lightning_class, nested_key, subclass_mode=False, required=True):
        self.classes[nested_key] = (lightning_class, subclass_mode)
        if isinstance(lightning_class, type) and issubclass(lightning_class, Callback):
            self.callback_keys.append(nested_key)
        return []

    def add_class_arguments(self, theclass, nested_key=None, **options):
        self.classes[nested_key] = (theclass, False)

    def add_subclass_arguments(self, baseclass, nested_key, **options):
        self.classes[nested_key] = (baseclass, True)

    def add_optimizer_args(self, optimizer_class=(torch.optim.Optimizer,), nested_key="optimizer", link_to="AUTOMATIC"):
        self.optimizers[nested_key] = optimizer_class
        self._link_made(optimizer_class, nested_key, link_to)

    def add_lr_scheduler_args(self, lr_scheduler_class=(), nested_key="lr_scheduler", link_to="AUTOMATIC"):
        self._link_made(lr_scheduler_class, nested_key, link_to)

    def _link_made(self, kind, nested_key, link_to):
        def described(given):
            return {"class_path": f"{kind.__module__}.{kind.__name__}", "init_args": dict(given or {})}

        if link_to != "AUTOMATIC":
            self.link_arguments(nested_key, link_to, described if isinstance(kind, type) else None)

    def link_arguments(self, source, target, compute_fn=None, apply_on="parse"):
        self.links.append(((source,) if isinstance(source, str) else source, target, compute_fn, apply_on))


class SaveConfigCallback(Callback):
    def __init__(self, parser, config, *args, **options):
        self.parser, self.config = parser, config


class LightningCLI:
    def __init__(self, model_class=None, datamodule_class=None, save_config_callback=SaveConfigCallback,
                 save_config_kwargs=None, trainer_class=Trainer, trainer_defaults=None, seed_everything_default=True,
                 parser_kwargs=None, parser_class=LightningArgumentParser, subclass_mode_model=False,
                 subclass_mode_data=False, args=None, run=True, auto_configure_optimizers=True, **options):
        self.model_class, self.datamodule_class, self.trainer_class = model_class, datamodule_class, trainer_class
        self.save_config_callback, self.save_config_kwargs = save_config_callback, save_config_kwargs or {}
        self.trainer_defaults = dict(trainer_defaults or {})
        self.auto_configure_optimizers = auto_configure_optimizers
        self.parser_kwargs = parser_kwargs or {}
        self.parser = parser_class()
        self._describe(model_class, datamodule_class, subclass_mode_model, subclass_mode_data, seed_everything_default)
        self.add_arguments_to_parser(self.parser)
        if auto_configure_optimizers and not self.parser.optimizers:
            self.parser.add_optimizer_args()
        self._read(sys.argv[1:] if args is None else args, run)
        for key in ("seed_everything", "trainer", "ckpt_path", *self.parser.optimizers):
            _run.takes(self._get(self.config, key))
        self.before_instantiate_classes()
        self.instantiate_classes()
        self.after_instantiate_classes()
        if self.subcommand is not None:
            self._run_subcommand(self.subcommand)

    def _describe(self, model, data, is_model_named, is_data_named, seed):
        defaults = {f"trainer.{key}": value for key, value in self.trainer_defaults.items() if key != "callbacks"}
        self.parser.set_defaults(defaults, seed_everything=seed)
        self.parser.add_lightning_class_args(model or LightningModule, "model", is_model_named or model is None)
        self.parser.add_lightning_class_args(data or LightningDataModule, "data", is_data_named or data is None)

    @staticmethod
    def subcommands():
        return {name: set() for name in ("fit", "validate", "test", "predict")}

    def _files(self, *names):
        places = [self.parser_kwargs] + [self.parser_kwargs.get(name) or {} for name in names if name]
        return [file for place in places for file in place.get("default_config_files", ())]

    def _read(self, words, run):
        self.subcommand = next((word for word in words if word in self.subcommands()), None) if run else None
        if run and self.subcommand is None and not isinstance(words, dict):
            raise SystemExit("expected \"subcommand\" to be one of " + ", ".join(self.subcommands()))
        found = said(words, self.subcommand, self._files(self.subcommand), self.parser.defaults)
        for sources, target, compute, when in self.parser.links:
            if when == "parse":
                self._link(found, sources, target, compute)
        self.config = Namespace({self.subcommand: found, "subcommand": self.subcommand} if self.subcommand else found)

    def _link(self, found, sources, target, compute):
        values = [self._of(found, source) for source in sources]
        found.put(target, compute(*values) if compute else values[0])

    def _of(self, found, path):
        """What is said there, or else the default of the parameter."""
        value = lookup(found, path)
        key, _, name = path.partition(".")
        if value is None and key in self.parser.classes and name and not self.parser.classes[key][1]:
            parameter = inspect.signature(self.parser.classes[key][0]).parameters.get(name)
            value = None if parameter is None or parameter.default is inspect.Parameter.empty else parameter.default
        return value

    def _get(self, config, key, default=None):
        return (config.get(self.subcommand) or config).get(key, default)

    def add_arguments_to_parser(self, parser):
        return None

    before_instantiate_classes = after_instantiate_classes = lambda self: None

    def _made(self, key):
        """None where nothing says which class it is."""
        kind, by_path = self.parser.classes[key]
        given = self._get(self.config, key) or {}
        if not by_path:
            return _filled(kind, given)
        if not given:
            return None
        cls = _named(given["class_path"], kind)
        return _filled(cls, given.get("init_args") or {}, given.get("dict_kwargs"))

    def instantiate_classes(self):
        """Where links need what is made, the others come after it."""
        late = [link for link in self.parser.links if link[3] == "instantiate"]
        after = [target.partition(".")[0] for _, target, _, _ in late]
        self.config_init = Namespace({})
        for key in sorted(self.parser.classes, key=lambda key: (after.count(key), key != "data")):
            for sources, target, compute, _ in late:
                if target.partition(".")[0] == key:
                    values = [self._attribute(source) for source in sources]
                    self._section().put(target, compute(*values) if compute else values[0])
            self.config_init[key] = self._made(key)
        self.datamodule, self.model = self.config_init["data"], self.config_init["model"]
        self._configure_optimizers()
        self.trainer = self.instantiate_trainer()

    def _section(self):
        return self.config[self.subcommand] if self.subcommand else self.config

    def _attribute(self, path):
        key, *names = path.split(".")
        value = self.config_init[key]
        for name in names:
            value = getattr(value, name)
        return value

    @staticmethod
    def configure_optimizers(lightning_module, optimizer, lr_scheduler=None):
        return optimizer if lr_scheduler is None else ([optimizer], [lr_scheduler])

    def _configure_optimizers(self):
        """An optimizer that is said by itself goes before the module's own."""
        for key, kind in self.parser.optimizers.items() if self.auto_configure_optimizers else ():
            given = self._get(self.config, key)
            linked = [link for link in self.parser.links if key in link[0]]
            if given is None or linked:
                continue
            cls = kind if isinstance(kind, type) else _named(given["class_path"], torch.optim.Optimizer)
            options = given if isinstance(kind, type) else given.get("init_args") or {}
            optimizer = cls(self.model.parameters(), **options)
            self.model.configure_optimizers = lambda: self.configure_optimizers(self.model, optimizer)

    def instantiate_trainer(self, **options):
        given = _objects({**(self._get(self.config, "trainer") or {}), **options})
        watching = [*(_several(given.pop("callbacks", None))), *_several(self.trainer_defaults.get("callbacks"))]
        watching += [self.config_init[key] for key in self.parser.callback_keys]
        return self.trainer_class(callbacks=watching, **given)

    def _run_subcommand(self, subcommand):
        before, after = [getattr(self, f"{when}_{subcommand}", None) for when in ("before", "after")]
        if before is not None:
            before()
        more = {} if self.datamodule is None else {"datamodule": self.datamodule}
        if self._get(self.config, "ckpt_path") is not None:
            more["ckpt_path"] = self._get(self.config, "ckpt_path")
        getattr(self, subcommand, getattr(self.trainer, subcommand))(model=self.model, **more)
        if after is not None:
            after()


def _several(given):
    return list(given) if isinstance(given, (list, tuple)) else [] if given is None else [given]
