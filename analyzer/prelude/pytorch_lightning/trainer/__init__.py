"""Lightning's Trainer as far as memory goes: where the model and its batches are, precision, optimizers, validation."""
import contextlib
import inspect

import _run
import _vramlint
from pytorch_lightning import loggers
from pytorch_lightning.callbacks import GradientAccumulationScheduler, ModelCheckpoint
from pytorch_lightning.trainer import _making, _options, _placing, _rounds, _watching

_DEFAULTS = dict(
    accelerator="auto", strategy="auto", devices="auto", num_nodes=1, precision=32, logger=True, callbacks=(),
    fast_dev_run=False, max_epochs=None, min_epochs=None, max_steps=-1, accumulate_grad_batches=1, gradient_clip_val=None,
    gradient_clip_algorithm="norm", sync_batchnorm=False, gpus=None, default_root_dir=".", num_sanity_val_steps=2,
    limit_train_batches=1.0, limit_val_batches=1.0, check_val_every_n_epoch=1, val_check_interval=1.0, log_every_n_steps=50,
    enable_progress_bar=True, enable_checkpointing=True, deterministic=False, benchmark=False, detect_anomaly=False,
    profiler=None, resume_from_checkpoint=None,
)


class _NoProfiler:
    def summary(self):
        return ""

    def profile(self, action_name):
        return contextlib.nullcontext()


class Trainer:
    def __init__(self, **options):
        for name, value in {**_DEFAULTS, **options}.items():
            setattr(self, name, value)
        self.callbacks = _watching.listed(self.callbacks)
        if isinstance(self.accumulate_grad_batches, dict):
            self.callbacks.append(GradientAccumulationScheduler(self.accumulate_grad_batches))
            self.accumulate_grad_batches = 1
        saves = [one for one in self.callbacks if isinstance(one, ModelCheckpoint)]
        self.checkpoint_callback = saves[0] if saves else options.get("checkpoint_callback")
        self.logger = _logger_of(self.logger)
        self.profiler = self.profiler or _NoProfiler()
        self.loggers = [] if self.logger is None else [self.logger]
        self.num_devices = self.world_size = self.devices = _placing.device_count(self)
        self.current_epoch = self.global_step = self.local_rank = self.global_rank = self.node_rank = 0
        self.is_global_zero, self.sanity_checking, self.training = True, False, True
        self.datamodule = self.lightning_module = self.model = self.scaler = None
        self.optimizers, self._schedulers, self.callback_metrics, self.logged_metrics = [], [], {}, {}
        self.should_stop = False

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _run.unknown(f"what `{name}` of a Trainer is, is not described")

    @classmethod
    def add_argparse_args(cls, parser, **options):
        _options.add(parser)
        return parser

    @classmethod
    def from_argparse_args(cls, args, **options):
        said = vars(args)
        return cls(**{**{name: said[name] for name in _DEFAULTS if said.get(name) is not None}, **options})

    def fit(self, model, train_dataloaders=None, val_dataloaders=None, datamodule=None, ckpt_path=None, train_dataloader=None):
        _placing.refuse_spread(self)
        loaders = train_dataloader if train_dataloaders is None else train_dataloaders
        if hasattr(loaders, "train_dataloader"):
            loaders, datamodule = None, loaders
        self.model = self.lightning_module = model
        self.datamodule = datamodule
        model.__dict__.update(trainer=self, logger=self.logger, datamodule=datamodule)  # a logger may not be known
        source = datamodule if datamodule is not None else model
        if datamodule is not None:
            datamodule.trainer = self
        _watching.attach(self, model)
        for one in (datamodule, model):
            if one is not None:
                one.prepare_data()
        if datamodule is not None:
            _called(datamodule.setup, "fit")
        self._call("setup", "fit")
        _called(model.setup, "fit")
        _called(model.configure_model)
        _placing.place(self, model)
        made = model.configure_optimizers()
        self.optimizers, self._schedulers = _making.optimizers(made), _making.schedulers(made)
        trains = source.train_dataloader() if loaders is None else loaders
        validates = source.val_dataloader() if val_dataloaders is None and loaders is None else val_dataloaders
        self.num_training_batches = len(trains) if hasattr(trains, "__len__") else _run.unknown("how many batches there are")
        self._hook("on_fit_start")
        self._hook("on_train_start")
        _rounds.train(model, self, trains, validates)

    def validate(self, model=None, dataloaders=None, *args, **options):
        return []

    test = predict = validate

    def save_checkpoint(self, filepath, weights_only=False):
        return None

    def _call(self, hook, *given):
        for callback in _watching.known(self.callbacks):
            method = getattr(callback, hook, None)
            if method is not None:
                _called(method, self, self.lightning_module, *given)

    def _hook(self, name, *given):
        """Callbacks are asked before the module (trainer/call.py, 2.6)."""
        self._call(name, *given)
        _called(getattr(self.lightning_module, name), *given)


def _called(method, *given):
    """With as many of the arguments as it takes; releases of Lightning differ in what they give."""
    taken = inspect.signature(method).parameters.values()
    if any([one.kind == one.VAR_POSITIONAL for one in taken]):
        return method(*given)
    return method(*given[:len([one for one in taken if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)])])


def _logger_of(given):
    if not _run.is_known(given):
        return given
    if given is True:
        return loggers.TensorBoardLogger(".")
    if isinstance(given, (list, tuple)):
        return given[0] if given else None
    return given or None
