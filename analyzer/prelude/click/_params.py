"""Options and arguments as they are declared (click 8.1, src/click/core.py, Parameter, Option, Argument)."""
import os

import _run
from click.types import of


class Parameter:
    def __init__(self, declarations, type=None, required=False, default=None, callback=None, nargs=1, multiple=False,
                 envvar=None, **options):
        self.required, self.default, self.callback, self.nargs = required, default, callback, nargs
        self.multiple, self.envvar = multiple, envvar
        self.type = of(type, default)
        if isinstance(type, tuple) and nargs == 1:
            self.nargs = len(type)

    def value(self, context, given):
        """Of what the command line gives for it; None where it gives nothing."""
        value = given
        if value is None and isinstance(self.envvar, str):
            value = os.environ.get(self.envvar)
        if value is None:
            value = self.default() if callable(self.default) else self.default
        if value is None and self.required:
            value = _run.unknown(f"the command line must give {self.name}")
        else:
            value = self._converted(context, value)
        return value if self.callback is None else self.callback(context, self, value)

    def _converted(self, context, value):
        if value is None:
            return () if self.multiple or self.nargs == -1 else None
        if self.multiple:
            return tuple([self._one(context, one) for one in value])
        return self._one(context, value)

    def _one(self, context, value):
        if self.nargs == 1 or hasattr(self.type, "types"):
            return self.type(value, self, context)
        return tuple([self.type(part, self, context) for part in value])


class Option(Parameter):
    def __init__(self, declarations, is_flag=None, flag_value=None, count=False, default=None, type=None, **options):
        names, self.switches, self.opposites = [], [], []
        for one in declarations:
            if one.isidentifier():
                names.append(one)
                continue
            on, slash, off = one.partition("/")
            self.switches.append(on.strip())
            if slash:
                self.opposites.append(off.strip())
        longest = sorted(self.switches, key=lambda switch: -(len(switch) - len(switch.lstrip("-"))))
        self.name = names[0] if names else longest[0].lstrip("-").replace("-", "_").lower()
        self.count = count
        self.is_flag = bool(self.opposites) or flag_value is not None if is_flag is None else is_flag
        if count and default is None:
            default = 0
        if self.is_flag and flag_value is None:
            default = False if default is None else default
            flag_value = True if self.opposites else not default
        elif self.is_flag and default is True:
            default = flag_value
        self.flag_value = flag_value
        super().__init__(declarations, default=default, type=type, **options)


class Argument(Parameter):
    def __init__(self, declarations, required=None, default=None, nargs=1, **options):
        self.name = declarations[0].replace("-", "_").lower()
        needs = default is None and nargs != -1 if required is None else required
        super().__init__(declarations, required=needs, default=default, nargs=nargs, **options)
