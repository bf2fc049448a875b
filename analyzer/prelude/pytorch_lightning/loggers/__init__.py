import _run
import _vramlint


class Logger:
    """What it is given it sends away; the folder and the version of a run are as for the first one."""

    def __init__(self, save_dir=None, name=None, version=None, *args, **options):
        self._dir = save_dir or options.get("root_dir")
        self._name = name or options.get("project") or "lightning_logs"
        self._version = version

    @property
    def name(self):
        return self._name

    @property
    def version(self):
        return 0 if self._version is None else self._version

    @property
    def save_dir(self):
        return self._dir

    root_dir = log_dir = save_dir

    @property
    def experiment(self):
        return _run.sink("what a logger's run holds is not known")

    def log_metrics(self, metrics, step=None):
        return None

    def log_hyperparams(self, *args, **options):
        return None

    log_image = log_text = log_table = log_graph = after_save_checkpoint = log_hyperparams
    save = finalize = unwatch = log_audio = log_video = log_hyperparams


class TensorBoardLogger(Logger):
    @property
    def log_dir(self):
        import os

        version = self.version if isinstance(self.version, str) else f"version_{self.version}"
        return os.path.join(self.save_dir or ".", self.name or "", version)

    root_dir = log_dir

    @property
    def experiment(self):
        from torch.utils.tensorboard import SummaryWriter

        return SummaryWriter(self.log_dir)


class CSVLogger(TensorBoardLogger):
    experiment = Logger.experiment


class WandbLogger(Logger):
    def __init__(self, name=None, save_dir=".", version=None, offline=False, dir=None, id=None, *args, **options):
        super().__init__(save_dir if dir is None else dir, name, version or id or "run", **options)

    def watch(self, model, log="gradients", log_freq=100, log_graph=True):
        if log in ("gradients", "all"):
            _vramlint.assume("what wandb.watch takes for its histograms of gradients is not counted")


class CometLogger(Logger):
    pass


MLFlowLogger = NeptuneLogger = CometLogger
