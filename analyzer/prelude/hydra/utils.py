import vramlint_instantiate as _parts


def instantiate(config, *args, **keywords):
    if config is None:
        return None
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
