class ClickException(Exception):
    def __init__(self, message=""):
        super().__init__(message)
        self.message = message


class UsageError(ClickException):
    def __init__(self, message="", ctx=None):
        super().__init__(message)
        self.ctx = ctx


class BadParameter(UsageError):
    def __init__(self, message="", ctx=None, param=None, param_hint=None):
        super().__init__(message, ctx)
        self.param = param


class BadOptionUsage(UsageError):
    pass


class NoSuchOption(UsageError):
    pass


class MissingParameter(BadParameter):
    pass


class FileError(ClickException):
    pass


class Abort(RuntimeError):
    pass


class Exit(RuntimeError):
    pass
