"""Bindings of arguments in files of their own."""
import contextlib

import _vramlint
from gin import _bindings

REQUIRED = _bindings.REQUIRED


def _configured(target, name, module=None):
    name = name or target.__name__
    given = _bindings.wrapped(target, name.rpartition(".")[2])
    _bindings.targets[name.rpartition(".")[2]] = given
    return given


def configurable(name_or_fn=None, module=None, allowlist=None, denylist=None, **options):
    if callable(name_or_fn):
        return _configured(name_or_fn, None)
    return lambda decorated: _configured(decorated, name_or_fn)


register = configurable


def external_configurable(fn_or_cls, name=None, module=None, **options):
    if isinstance(fn_or_cls, type):
        fn_or_cls = type(fn_or_cls.__name__, (fn_or_cls,), {})
    return _configured(fn_or_cls, name)


def parse_config_file(config_file, skip_unknown=False, print_includes_and_imports=False):
    try:
        with open(config_file) as file:
            text = file.read()
    except OSError:
        _vramlint.leave_open(f"what gin binds arguments to is not read (`{config_file}`); it may lower or raise the figures")
        return
    _bindings.read(text, parse_config_file)


def parse_config(bindings, skip_unknown=False):
    lines = bindings if isinstance(bindings, str) or not _vramlint.is_known(bindings) else "\n".join(bindings)
    _bindings.read(lines, parse_config_file)


def parse_config_files_and_bindings(config_files=None, bindings=None, finalize_config=True, skip_unknown=False, **options):
    for file in [config_files] if isinstance(config_files, str) else config_files or []:
        parse_config_file(file)
    parse_config(bindings or [])


def bind_parameter(binding_key, value):
    _bindings.bind(binding_key, value)


def query_parameter(binding_key):
    name, _, argument = binding_key.rpartition(".")
    return _bindings.bound[name.rpartition(".")[2]][argument]()


def constant(name, value):
    _bindings.macros[name] = lambda: value


@contextlib.contextmanager
def config_scope(name_or_scope):
    yield name_or_scope


@contextlib.contextmanager
def unlock_config():
    yield


def add_config_file_search_path(location):
    return None


def clear_config(clear_constants=False):
    _bindings.bound.clear()


finalize = enter_interactive_mode = lambda: None


def operative_config_str(*args, **options):
    return ""


config_str = operative_config_str
