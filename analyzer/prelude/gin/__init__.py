"""Bindings of arguments in files of their own, which are not read."""

import _vramlint


def configurable(name_or_fn=None, module=None, allowlist=None, denylist=None, **options):
    return name_or_fn if callable(name_or_fn) else lambda decorated: decorated


register = configurable


def external_configurable(fn_or_cls, name=None, module=None, **options):
    return fn_or_cls


def _binds(*args, **options):
    _vramlint.leave_open("what gin binds arguments to is not read; it may lower or raise the figures")


parse_config = parse_config_file = parse_config_files_and_bindings = bind_parameter = _binds


def constant(name, value):
    return None


def add_config_file_search_path(location):
    return None


def operative_config_str(*args, **options):
    return ""


config_str = operative_config_str
