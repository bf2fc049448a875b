"""argparse whose options may also stand in files of `key = value` (ConfigArgParse 1.7, configargparse.py)."""
import argparse
import os
import sys
from argparse import *

import yaml

_TRUE = ("true", "yes", "1", "True")
_add_plainly = argparse._Container.add_argument


def _add_argument(self, *names, env_var=None, is_config_file_arg=False, is_config_file=False,
                  is_write_out_config_file_arg=False, **options):
    action = _add_plainly(self, *names, **options)
    action.is_config_file = is_config_file_arg or is_config_file
    if env_var and env_var in os.environ:
        action.default, action.required = os.environ[env_var], False
    return action


def _add(self, *names, **options):
    return self.add_argument(*names, **options)


# Groups, and the parsers of argparse itself, take what these take once the package is imported.
argparse._Container.add_argument = _add_argument
argparse._Container.add = argparse._Container.add_arg = _add


class ArgumentParser(argparse.ArgumentParser):
    def __init__(self, *args, default_config_files=(), ignore_unknown_config_file_keys=False, add_config_file_help=True,
                 add_env_var_help=True, auto_env_var_prefix=None, config_file_parser_class=None,
                 config_file_open_func=open, args_for_setting_config_path=(), config_arg_is_required=False,
                 config_arg_help_message="config file path", args_for_writing_out_config_file=(),
                 write_out_config_file_arg_help_message="", **options):
        super().__init__(*args, **options)
        self._files = list(default_config_files)
        self._passes_over = ignore_unknown_config_file_keys
        self._open = config_file_open_func
        self._reads_yaml = isinstance(config_file_parser_class, type) and issubclass(config_file_parser_class, YAMLConfigFileParser)
        if args_for_setting_config_path:
            self.add_argument(*args_for_setting_config_path, required=config_arg_is_required, is_config_file_arg=True)

    def parse_args(self, args=None, namespace=None, **options):
        self._read_files(args)
        return super().parse_args(args, namespace)

    def parse_known_args(self, args=None, namespace=None, **options):
        self._read_files(args)
        return super().parse_known_args(args, namespace)

    parse = parse_args

    def _read_files(self, args):
        words = list(sys.argv[1:] if args is None else args)
        for path in [path for path in self._files if os.path.isfile(path)] + self._named_files(words):
            with self._open(path) as file:
                if self._reads_yaml:
                    self._take_yaml(yaml.safe_load(file), path)
                    continue
                for line in file.read().splitlines():
                    self._take(line.strip(), path)

    def _named_files(self, words):
        paths = []
        for action in self._actions:
            if not getattr(action, "is_config_file", False):
                continue
            given = [word.partition("=")[2] for word in words if word.partition("=")[0] in action.option_strings and "=" in word]
            given += [after for word, after in zip(words, words[1:]) if word in action.option_strings]
            paths += given if given else [action.default] if action.default else []
        return paths

    def _take(self, line, path):
        if not line or line[0] in "#;[" or line.startswith("---"):
            return
        key, value = _key_and_value(line)
        self._set(key, lambda action: _value_for(action, value), path)

    def _take_yaml(self, settings, path):
        for key, value in ({} if settings is None else settings).items():
            if isinstance(value, list):
                self._set(key, lambda action: [_typed(action, str(item)) for item in value], path)
            elif value is not None:
                self._set(key, lambda action: _value_for(action, str(value)), path)

    def _set(self, key, value_for, path):
        for action in self._actions:
            if key == action.dest or "--" + key in action.option_strings:
                action.default, action.required = value_for(action), False
                return
        if not self._passes_over:
            self.error(f"unrecognized arguments: --{key} (in {path})")


def _key_and_value(line):
    # "key = value", "key: value", "key value" or "key" alone, which is true.
    for i, letter in enumerate(line):
        if letter in "=: \t":
            rest = line[i:].lstrip()
            return line[:i].lstrip("-"), _bare(rest.lstrip("=:").strip())
    return line.lstrip("-"), "true"


def _bare(value):
    value = value.partition(" #")[0].strip()
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1] if quoted else value


def _value_for(action, value):
    if action.kind in ("store_true", "store_false"):
        return (value in _TRUE) == (action.kind == "store_true")
    if value.startswith("[") and value.endswith("]"):
        words = [_bare(word.strip()) for word in value[1:-1].split(",") if word.strip()]
        return [_typed(action, word) for word in words]
    return value


def _typed(action, word):
    convert = action.converter()
    return convert(word) if convert else word


class ArgumentDefaultsRawHelpFormatter(argparse.HelpFormatter):
    pass


class DefaultConfigFileParser:
    pass


class YAMLConfigFileParser:
    pass


ArgParser = Parser = ArgumentParser
_parsers = {}


def get_argument_parser(name="default", **options):
    if name not in _parsers:
        _parsers[name] = ArgumentParser(**options)
    return _parsers[name]


getArgumentParser = get_arg_parser = get_parser = get_argument_parser
