"""The Trainer's callbacks. What one does that is not described may freeze parts of the model as well as hold more."""
import _run
import vramlint_opaque


def listed(given):
    if not _run.is_known(given):
        return [given]
    return list(given) if isinstance(given, (list, tuple)) else [given] if given else []


def known(callbacks):
    return [one for one in callbacks if _run.is_known(one)]


def attach(trainer, model):
    """With those that the module asks for: they are given the model."""
    trainer.callbacks.extend(listed(model.configure_callbacks()))
    for one in known(trainer.callbacks):  # trainer/connectors/callback_connector.py (2.4), _attach_model_logging_functions
        one.log, one.log_dict = model.log, model.log_dict
    for one in trainer.callbacks:
        if not _run.is_known(one):
            one.setup(trainer, model, "fit")
        elif isinstance(one, (vramlint_opaque.Base, vramlint_opaque.Mixin)):
            name = type(one).__name__
            _run.unknown(f"what the callback `{name}` has of its base class: {one._why_not}").setup(trainer, model, "fit")
