"""Loggers that say nothing."""

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0

_names = {50: "CRITICAL", 40: "ERROR", 30: "WARNING", 20: "INFO", 10: "DEBUG", 0: "NOTSET"}
_loggers = {}


def getLevelName(level):
    if isinstance(level, str):
        for number, name in _names.items():
            if name == level:
                return number
    return _names.get(level, f"Level {level}")


def addLevelName(level, name):
    _names[level] = name


class Filterer:
    def addFilter(self, given):
        return None

    def removeFilter(self, given):
        return None


class Filter:
    def __init__(self, name=""):
        self.name = name

    def filter(self, record):
        return True


class Formatter:
    def __init__(self, fmt=None, datefmt=None, style="%", **keywords):
        self._fmt = fmt
        self.datefmt = datefmt

    def format(self, record):
        return str(record)


class Handler(Filterer):
    def __init__(self, *args, **keywords):
        self.level = NOTSET
        self.formatter = None
        self.stream = None

    def setLevel(self, level):
        self.level = level

    def setFormatter(self, formatter):
        self.formatter = formatter

    def emit(self, record):
        return None

    def flush(self):
        return None

    def close(self):
        return None


class StreamHandler(Handler):
    pass


class FileHandler(StreamHandler):
    pass


class NullHandler(Handler):
    pass


class Logger(Filterer):
    def __init__(self, name, level=NOTSET):
        self.name = name
        self.level = level
        self.handlers = []
        self.propagate = True
        self.parent = None
        self.disabled = False
        self.root = None

    def setLevel(self, level):
        self.level = getLevelName(level) if isinstance(level, str) else level

    def getEffectiveLevel(self):
        return self.level or WARNING

    def isEnabledFor(self, level):
        return level >= self.getEffectiveLevel()

    def addHandler(self, handler):
        self.handlers.append(handler)

    def removeHandler(self, handler):
        if handler in self.handlers:
            self.handlers.remove(handler)

    def hasHandlers(self):
        return bool(self.handlers)

    def getChild(self, suffix):
        return getLogger(f"{self.name}.{suffix}")

    def log(self, level, message, *args, **keywords):
        return None

    def debug(self, message, *args, **keywords):
        return None

    def info(self, message, *args, **keywords):
        return None

    def warning(self, message, *args, **keywords):
        return None

    def warn(self, message, *args, **keywords):
        return None

    def error(self, message, *args, **keywords):
        return None

    def exception(self, message, *args, **keywords):
        return None

    def critical(self, message, *args, **keywords):
        return None


class LoggerAdapter(Logger):
    def __init__(self, logger, extra=None):
        Logger.__init__(self, logger.name)
        self.logger = logger
        self.extra = extra


class LogRecord:
    pass


root = Logger("root", WARNING)
lastResort = None


class _Manager:
    loggerDict = _loggers


Logger.manager = _Manager()
Logger.root = root


def getLogger(name=None):
    if not name:
        return root
    if name not in _loggers:
        _loggers[name] = Logger(name)
        _loggers[name].parent = root
    return _loggers[name]


def basicConfig(**keywords):
    return None


def captureWarnings(capture):
    return None


def disable(level=CRITICAL):
    return None


def shutdown():
    return None


def _silent(message="", *args, **keywords):
    return None


debug = info = warning = warn = error = exception = critical = _silent


def log(level, message, *args, **keywords):
    return None
