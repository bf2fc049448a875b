"""Options whose value is a config: a file of Python with a `get_config`, parts of which other options change."""

import ast
import importlib.util

import _run
from absl import flags


class _ConfigFlag(flags.Flag):
    def change(self, names, text):
        target = self.value
        for name in names[:-1]:
            target = getattr(target, name)
        try:
            value = ast.literal_eval(text)
        except (ValueError, SyntaxError):
            value = text
        setattr(target, names[-1], value)


def _read(path):
    if path is None or not isinstance(path, str):
        return path
    path, colon, argument = path.partition(":")
    spec = importlib.util.spec_from_file_location("config", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.get_config(argument) if colon else module.get_config()


def DEFINE_config_file(name, default=None, help_string="path to config file.", flag_values=None, lock_config=True,
                       accept_new_attributes=False, sys_argv=None, **options):
    return flags.define(_ConfigFlag(name, _read(default), _read, required=default is None), flag_values)


def DEFINE_config_dict(name, config, help_string="ConfigDict instance.", flag_values=None, lock_config=True, **options):
    return flags.define(_ConfigFlag(name, config, lambda value: value), flag_values)


def get_config_filename(config_flag):
    return _run.unknown("the path of the config file depends on the run")
