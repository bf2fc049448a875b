"""Hydra 1.3: a tree of settings out of a folder of YAML files, in the order of their `defaults`."""
import _run
from hydra import core, utils
from hydra._composing import composed
from hydra.core.config_store import ConfigStore

__version__ = "1.3.2"

_begun = {"path": None}


def _absolute(folder, beside):
    import os

    if folder is None:
        return None
    return folder if os.path.isabs(folder) else os.path.normpath(os.path.join(os.path.dirname(beside), folder))


# hydra/_internal/utils.py [1.3], get_args_parser: those that take a value.
_OPTIONS = {
    "--config-path": "config_path",
    "-cp": "config_path",
    "--config-name": "config_name",
    "-cn": "config_name",
    "--config-dir": "config_dir",
    "-cd": "config_dir",
    "--package": "package",
    "-p": "package",
    "--experimental-rerun": "rerun",
}


def _options_of(words):
    """Hydra's own options by name, and the overrides."""
    options, overrides, waiting = {}, [], None
    for word in words:
        name, equals, value = word.partition("=")
        if waiting is not None:
            options[waiting] = word
            waiting = None
        elif name in _OPTIONS and equals:
            options[_OPTIONS[name]] = value
        elif word in _OPTIONS:
            waiting = _OPTIONS[word]
        elif not word.startswith("-"):
            overrides.append(word)
    return options, overrides


def main(config_path=None, config_name=None, version_base=None, strict=None):
    """The words of the command line are overrides. Up to 0.11, which had `strict`, the path is that of the file."""
    is_flat = _run.wanted_release("hydra").split(".")[:2] in (["0", "11"], ["1", "0"])
    if config_path is not None and config_name is None and config_path.endswith((".yaml", ".yml")):
        import os

        is_flat = True
        config_path, config_name = os.path.dirname(config_path) or ".", os.path.basename(config_path)

    def decorate(function):
        def run(cfg=None):
            import sys

            if cfg is not None:
                return function(cfg)
            beside = function.__globals__.get("__file__", "")
            options, words = _options_of(sys.argv[1:])
            folder = _absolute(options.get("config_path", config_path), beside)
            name = options.get("config_name", config_name)
            return function(composed(folder, name, words, is_flat, options.get("config_dir")))

        return run

    return decorate


class initialize:
    def __init__(self, config_path=None, job_name=None, caller_stack_depth=1, version_base=None):
        import sys

        _begun["path"] = _absolute(config_path, sys.argv[0])

    def __enter__(self):
        return None

    def __exit__(self, *raised):
        return False


class initialize_config_dir(initialize):
    def __init__(self, config_dir, job_name="app", version_base=None):
        _begun["path"] = config_dir


def compose(config_name=None, overrides=(), return_hydra_config=False, strict=None):
    return composed(_begun["path"], config_name, list(overrides))
