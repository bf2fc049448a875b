class OmegaConfBaseException(Exception):
    pass


class MissingMandatoryValue(OmegaConfBaseException):
    pass


class ConfigKeyError(OmegaConfBaseException, KeyError):
    pass


class ConfigAttributeError(OmegaConfBaseException, AttributeError):
    pass


class InterpolationKeyError(OmegaConfBaseException):
    pass


class ValidationError(OmegaConfBaseException, ValueError):
    pass
