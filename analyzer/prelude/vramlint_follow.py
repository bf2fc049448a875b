"""How a training program is called while it is followed: its command line and its environment."""

_CONFIGS = (
    "config", "cfg", "conf", "config_file", "config_path", "config_yaml", "config_name", "cfg_file", "cfg_path",
    "conf_file", "configs", "yaml", "yaml_file", "yaml_path", "opt", "option", "params_file", "configuration",
)


def _may_be_path(default):
    """Of an option: `--opt adamw` is no file."""
    import _run

    if not _run.is_known(default) or default is None:
        return True
    return isinstance(default, str) and (default == "" or "." in default or "/" in default)


def _takes_several(action):
    return action.nargs in ("+", "*") or isinstance(action.nargs, int)


# Whether this is a whole program.
follows = False

# Where its training loop is run: how many batches a loader has at most, what is told of each, and, where the user says
# what loaders yield, the function that makes one.
most_batches = 0
drew = None
opens = None  # a loader begins: its number, 0 where nobody asks how it goes on
goes_on = None  # how many batches more are to be followed, at least
trained = None  # how often the program has gone backward or stepped so far
given = None


def mapping_class():
    from vramlint_openmmlab.config_dict import ConfigDict

    return ConfigDict


def make(config, tree):
    from vramlint_openmmlab.config_file import Config

    return Config(tree, filename=config)


def know(config, made):
    """What `config` holds, where no program reads it as a file of data."""
    import os
    from vramlint_openmmlab import config_file

    config_file._known[os.path.abspath(config)] = made


def prepare(script, config, arguments, unsaid=None):
    """`unsaid`: options that are given, by what makes their values unknown."""
    import argparse
    import sys

    global follows
    follows = True
    words = [word.replace("{config}", config) for word in arguments or ()]
    sys.argv = [script] + words

    def observe(namespace, actions, given, refusals):
        import _run

        for action in actions:
            if action.kind in ("help", "version") or action.dest in given or action.dest is None:
                continue
            said = [value for option, value in (unsaid or {}).items() if option in action.option_strings]
            if said:
                setattr(namespace, action.dest, said[0])
            elif action.dest in _CONFIGS and config != script and _may_be_path(action.default):
                setattr(namespace, action.dest, [config] if _takes_several(action) else config)
            elif arguments is None:
                setattr(namespace, action.dest, _run.unknown(f"the command line decides {action.dest}"))

    argparse._observer = observe
