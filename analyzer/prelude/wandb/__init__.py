"""What is given the model here looks at it; all else is not described."""

import _vramlint


def watch(models, criterion=None, log="gradients", log_freq=1000, idx=None, log_graph=False):
    if log in ("gradients", "all"):
        _vramlint.assume("what wandb.watch takes for its histograms of gradients is not counted")


def unwatch(models=None):
    return None


def log(data, step=None, commit=None, sync=None):
    return None
