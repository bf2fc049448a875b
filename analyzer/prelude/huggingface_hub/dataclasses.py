"""Dataclasses with checks. A class's own `validate_...` methods run; the types of single fields are not checked."""

from dataclasses import MISSING, field, fields, is_dataclass
from functools import wraps

from .errors import StrictDataclassClassValidationError, StrictDataclassDefinitionError


def validated_field(validator, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, **options):
    checks = validator if isinstance(validator, list) else [validator]
    return field(
        default=default, default_factory=default_factory, init=init, repr=repr, hash=hash, compare=compare,
        metadata={**(metadata or {}), "validator": checks}, **options,
    )


def as_validated_field(validator):
    def make(default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, **options):
        return validated_field(validator, default, default_factory, init, repr, hash, compare, metadata, **options)

    return make


def validate_typed_dict(schema, data):
    return None


def _checks_of(cls):
    found = []
    for each in cls.__mro__:
        for name, value in each.__dict__.items():
            if name.startswith("validate_") and callable(value) and name not in found:
                found.append(name)
    return sorted(found)


def _accepting_keywords(cls, plain):
    @wraps(plain)
    def __init__(self, *args, **keywords):
        known = [f for f in fields(cls)]
        names = [f.name for f in known]
        if not hasattr(self, "__post_init__"):
            plain(self, *args, **{name: value for name, value in keywords.items() if name in names})
            for name, value in keywords.items():
                if name not in names:
                    setattr(self, name, value)
            return
        given = dict(zip(names, args))
        given.update({name: value for name, value in keywords.items() if name in names})
        for f in known:
            if f.name in given:
                setattr(self, f.name, given[f.name])
            elif f.default is not MISSING:
                setattr(self, f.name, f.default)
            elif f.default_factory is not MISSING:
                setattr(self, f.name, f.default_factory())
            else:
                raise TypeError(f"Missing required field - '{f.name}'")
        self.__post_init__(**{name: value for name, value in keywords.items() if name not in names})

    return __init__


def strict(cls=None, *, accept_kwargs=False):
    def decorate(cls):
        if not is_dataclass(cls):
            raise StrictDataclassDefinitionError(f"Class '{cls.__name__}' must be a dataclass before applying @strict.")
        checks = _checks_of(cls)
        cls.__class_validators__ = [getattr(cls, name) for name in checks]
        plain = _accepting_keywords(cls, cls.__init__) if accept_kwargs else cls.__init__

        def validate(self):
            for name in checks:
                try:
                    getattr(self, name)()
                except (ValueError, TypeError) as error:
                    raise StrictDataclassClassValidationError(validator=name, cause=error) from error

        @wraps(plain)
        def __init__(self, *args, **keywords):
            plain(self, *args, **keywords)
            cls.validate(self)

        cls.validate = validate
        cls.__init__ = __init__
        return cls

    return decorate if cls is None else decorate(cls)
