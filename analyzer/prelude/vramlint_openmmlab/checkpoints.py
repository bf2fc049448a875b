"""Checkpoints: their contents are values of parameters, which are not modelled, so nothing is read."""
import _vramlint


def _contents(filename):
    home, _, name = str(filename).partition("://")
    if home in ("torchvision", "modelzoo"):  # what these hold is as large as the network that they are of
        import torchvision

        build = getattr(torchvision.models, name, None)
        if _vramlint.is_known(build) and build is not None:
            return build().state_dict()
    return _vramlint.unknown(f"the contents of the checkpoint {filename} are not read")


def load_state_dict(module, state_dict, strict=False, logger=None):
    return None


def _load_checkpoint(filename, map_location=None, logger=None):
    return _contents(filename)


def _load_checkpoint_with_prefix(prefix, filename, map_location=None):
    return _contents(filename)


def _load_checkpoint_to_model(model, checkpoint, strict=False, logger=None, revise_keys=()):
    return checkpoint


def load_checkpoint(model, filename, map_location=None, strict=False, logger=None, revise_keys=()):
    return _contents(filename)


class CheckpointLoader:
    @classmethod
    def register_scheme(cls, prefixes, loader=None, force=False):
        return loader if loader is not None else lambda given: given

    @classmethod
    def load_checkpoint(cls, filename, map_location=None, logger=None):
        return _contents(filename)


def weights_to_cpu(state_dict):
    return {name: value.cpu() for name, value in state_dict.items()}


def get_state_dict(module, destination=None, prefix="", keep_vars=False):
    return module.state_dict(destination=destination, prefix=prefix, keep_vars=keep_vars)


def save_checkpoint(*args, **options):
    return None


def find_latest_checkpoint(path):
    return None


def get_torchvision_models():
    return {}


get_external_models = get_mmcls_models = get_deprecated_model_names = get_torchvision_models
