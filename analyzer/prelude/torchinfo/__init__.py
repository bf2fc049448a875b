"""A summary of the model: a forward pass before the training, of which nothing is left."""

import _vramlint


def summary(model, *args, **options):
    return _vramlint.unknown("what torchinfo writes about the model")
