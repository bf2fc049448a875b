import _run
import vramlint_instantiate as _parts


def _of_older_form(config):
    """`class: a.B` and `params:`, as Hydra had it up to 1.0: the key that names the class, else None."""
    if not _run.is_known(config) or not hasattr(config, "get") or "_target_" in config:
        return None
    named = [key for key in ("class", "cls", "target") if isinstance(config.get(key), str)]
    return named[0] if named and set(config) <= {named[0], "params"} else None


def instantiate(config, *args, **keywords):
    if config is None:
        return None
    named = _of_older_form(config)
    if named is not None:
        return _parts.located(config[named])(*args, **{**(config.get("params") or {}), **keywords})
    return _parts.instantiate(_parts.Root(config), config, *args, **keywords)


call = instantiate


def get_object(path):
    return _parts.located(path)


get_class = get_method = get_static_method = get_object


def get_original_cwd():
    import os

    return os.getcwd()


def to_absolute_path(path):
    import os

    return path if os.path.isabs(path) else os.path.join(os.getcwd(), path)
