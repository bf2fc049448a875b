"""save_hyperparameters(): what the constructors around the call were given."""

import argparse
import dataclasses
import inspect
import sys


class AttributeDict(dict):
    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(f'Missing attribute "{name}"')

    def __setattr__(self, name, value):
        self[name] = value


def _given_to(frame):
    """The object that is constructed there, and the arguments."""
    names = frame.f_locals
    if "__class__" not in names:
        return None, {}
    parameters = list(inspect.signature(names["__class__"].__init__).parameters.values())
    arguments = {p.name: names[p.name] for p in parameters if p.name in names}
    for parameter in parameters:
        if parameter.kind == inspect.Parameter.VAR_KEYWORD:
            arguments.update(arguments.pop(parameter.name, {}))
        elif parameter.kind == inspect.Parameter.VAR_POSITIONAL:
            arguments.pop(parameter.name, None)
    if parameters:
        arguments.pop(parameters[0].name, None)
    for name in ("__class__", "frame", "frame_args"):
        arguments.pop(name, None)
    return names.get(parameters[0].name) if parameters else None, arguments


def _arguments_from(frame):
    """Those of the base classes' constructors first; a class that derives calls them, and has the last word."""
    found, inside = {}, False
    while frame is not None and frame.f_back is not None:
        made, arguments = _given_to(frame)
        if isinstance(made, HyperparametersMixin):
            found.update(arguments)
            inside = True
        elif inside:
            break
        frame = frame.f_back
    return found


class HyperparametersMixin:
    def save_hyperparameters(self, *args, ignore=None, frame=None, logger=True):
        if len(args) == 1 and not isinstance(args, str) and not args[0]:
            return
        if dataclasses.is_dataclass(self):
            given = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        else:
            given = _arguments_from(frame or sys._getframe(1))
        ignored = [ignore] if isinstance(ignore, str) else list(ignore or [])
        given = {name: value for name, value in given.items() if name not in ignored}
        objects = [argument for argument in args if not isinstance(argument, str)]
        if len(objects) == 1:
            given = objects[0]
        elif args:
            given = {name: given[name] for name in args if isinstance(name, str)}
        self._set_hparams(given)

    def _set_hparams(self, given):
        if isinstance(given, argparse.Namespace):
            given = vars(given)
        if isinstance(given, (bool, int, float, str)):
            raise ValueError(f"Primitives {(bool, int, float, str)} are not allowed.")
        if isinstance(given, dict) and isinstance(self.hparams, dict):
            self.hparams.update(given)
        else:
            self.__dict__["_hparams"] = given

    @property
    def hparams(self):
        if "_hparams" not in self.__dict__:
            self.__dict__["_hparams"] = AttributeDict()
        return self.__dict__["_hparams"]

    @hparams.setter
    def hparams(self, given):
        self.__dict__["_hparams"] = given

    @property
    def hparams_initial(self):
        return self.hparams
