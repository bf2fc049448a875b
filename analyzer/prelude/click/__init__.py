"""Command lines as functions with an option or an argument a parameter (click 8.1, src/click/core.py and decorators.py)."""
import _run
import _vramlint

from click import types
from click._params import Argument, Option, Parameter
from click._reading import read
from click.exceptions import Abort, BadParameter, ClickException, UsageError
from click.types import (BOOL, FLOAT, INT, STRING, UNPROCESSED, UUID, Choice, DateTime, File, FloatRange, IntRange,
                         ParamType, Path, Tuple)

_contexts = []


class Context:
    def __init__(self, command, info_name=None, obj=None, parent=None, **options):
        self.command, self.info_name, self.parent = command, info_name, parent
        self.obj = parent.obj if obj is None and parent is not None else obj
        self.params, self.args, self.invoked_subcommand = {}, [], None

    def __enter__(self):
        _contexts.append(self)
        return self

    def __exit__(self, *error):
        _contexts.pop()

    def ensure_object(self, object_type):
        if self.obj is None:
            self.obj = object_type()
        return self.obj

    def invoke(self, callback, *args, **options):
        return (callback.callback if isinstance(callback, Command) else callback)(*args, **options)

    def forward(self, callback, *args, **options):
        return self.invoke(callback, *args, **{**self.params, **options})

    def get_parameter_source(self, name):
        return _run.unknown("where a parameter comes from is not known")

    def fail(self, message):
        raise UsageError(message)

    def exit(self, code=0):
        raise SystemExit(code)

    def abort(self):
        raise Abort()


class Command:
    def __init__(self, name=None, callback=None, params=None, context_settings=None, **options):
        self.name, self.callback = name, callback
        self.params = [] if params is None else list(params)
        self.context_settings = {} if context_settings is None else context_settings

    def __call__(self, *args, **options):
        return self.main(*args, **options)

    def main(self, args=None, prog_name=None, complete_var=None, standalone_mode=True, **extra):
        import sys

        words = list(sys.argv[1:] if args is None else args)
        with Context(self, prog_name, **extra) as context:
            result = self._run(context, words)
        if standalone_mode:
            raise SystemExit(0)
        return result

    def _run(self, context, words):
        context.params, context.args = read(context, self.params, words, self._goes_on())
        return self._call(context)

    def _call(self, context):
        return None if self.callback is None else self.callback(**context.params)

    def _goes_on(self):
        """Words that no parameter takes are kept."""
        return bool(self.context_settings.get("ignore_unknown_options") or self.context_settings.get("allow_extra_args"))


class Group(Command):
    def __init__(self, name=None, commands=None, invoke_without_command=False, chain=False, **options):
        super().__init__(name, **options)
        self.commands = {} if commands is None else dict(commands)
        self.invoke_without_command, self.chain = invoke_without_command, chain

    def add_command(self, cmd, name=None):
        self.commands[cmd.name if name is None else name] = cmd

    def command(self, *args, **options):
        return self._added(command, args, options)

    def group(self, *args, **options):
        return self._added(group, args, options)

    def _added(self, make, args, options):
        def decorate(function):
            made = make(*args, **options)(function)
            self.add_command(made)
            return made

        if args and callable(args[0]):
            function, args = args[0], ()
            return decorate(function)
        return decorate

    def _run(self, context, words):
        at = 0
        while at < len(words) and words[at] not in self.commands:
            at += 1
        context.params, context.args = read(context, self.params, words[:at], False)
        result = None
        if at == len(words):
            if self.invoke_without_command:
                return self._call(context)
            _vramlint.unsupported(f"the command line names none of the commands {', '.join(self.commands)}")
        context.invoked_subcommand = words[at]
        self._call(context)
        inner = self.commands[words[at]]
        with Context(inner, words[at], parent=context) as below:
            result = inner._run(below, words[at + 1:])
        return result


MultiCommand = Group


def command(name=None, cls=None, **options):
    def decorate(function):
        params = getattr(function, "__click_params__", [])
        called = function.__name__.lower().replace("_", "-") if given is None else given
        made = (Command if cls is None else cls)(name=called, callback=function, params=params[::-1], **options)
        made.__doc__ = function.__doc__
        return made

    given = None if callable(name) else name
    return decorate(name) if callable(name) else decorate


def group(name=None, cls=None, **options):
    return command(name, Group if cls is None else cls, **options)


def _declared(function, parameter):
    if isinstance(function, Command):
        function.params.append(parameter)
        return function
    if not hasattr(function, "__click_params__"):
        function.__click_params__ = []
    function.__click_params__.append(parameter)
    return function


def option(*declarations, cls=None, **options):
    return lambda function: _declared(function, (Option if cls is None else cls)(declarations, **options))


def argument(*declarations, cls=None, **options):
    return lambda function: _declared(function, (Argument if cls is None else cls)(declarations, **options))


def _shown(*args, **options):
    return lambda function: function


version_option = help_option = _shown


def _with_first(function, first):
    def called(*args, **options):
        return function(first(), *args, **options)

    called.__name__, called.__doc__ = function.__name__, function.__doc__
    called.__click_params__ = getattr(function, "__click_params__", [])
    return called


def get_current_context(silent=False):
    if not _contexts and not silent:
        raise RuntimeError("There is no active click context.")
    return _contexts[-1] if _contexts else None


def pass_context(function):
    return _with_first(function, get_current_context)


def pass_obj(function):
    return _with_first(function, lambda: get_current_context().obj)


def echo(*args, **options):
    return None


secho = echo_via_pager = clear = pause = echo


def style(text, *args, **options):
    return text


def prompt(*args, **options):
    return _run.unknown("what is typed in is not known")


def confirm(*args, **options):
    return True


def get_terminal_size():
    return 80, 24
