"""A summary of the model: a forward pass before the training, of which nothing is left."""


def summary(model, *args, **options):
    return None
