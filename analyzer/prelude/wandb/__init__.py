"""What is given the model here looks at it; what is given settings, figures or pictures sends them away."""

import _run
import _vramlint


def watch(models, criterion=None, log="gradients", log_freq=1000, idx=None, log_graph=False):
    if log in ("gradients", "all"):
        _vramlint.assume("what wandb.watch takes for its histograms of gradients is not counted")


def unwatch(models=None):
    return None


def log(data, step=None, commit=None, sync=None):
    return None


# A run's `config` may be that of a sweep, which overrides what the program sets.
run = _run.sink("what a run of wandb holds is not known")


def init(*args, **settings):
    return run


def login(*args, **settings):
    return True


def setup(*args, **settings):
    return None


finish = save = define_metric = alert = log_artifact = setup
Image = Video = Audio = Table = Histogram = Html = Object3D = Molecule = Artifact = Settings = init
