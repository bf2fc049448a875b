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

    def formatTime(self, record, datefmt=None):
        return ""

    def formatException(self, ei):
        return ""

    def formatMessage(self, record):
        return str(record)


class Handler(Filterer):
    def __init__(self, level=NOTSET):
        self.level = getLevelName(level) if isinstance(level, str) else level
        self.formatter = None
        self.name = None
        self.filters = []

    def setLevel(self, level):
        self.level = getLevelName(level) if isinstance(level, str) else level

    def setFormatter(self, fmt):
        self.formatter = fmt

    def get_name(self):
        return self.name

    def set_name(self, name):
        self.name = name

    def format(self, record):
        return (self.formatter or Formatter()).format(record)

    def handle(self, record):
        return None

    def handleError(self, record):
        return None

    def acquire(self):
        return None

    release = acquire

    def emit(self, record):
        return None

    def flush(self):
        return None

    def close(self):
        return None


class StreamHandler(Handler):
    terminator = "\n"

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = stream

    def setStream(self, stream):
        self.stream = stream


class FileHandler(StreamHandler):
    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        Handler.__init__(self)
        self.baseFilename = filename
        self.mode = mode


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
        self.filters = []

    def setLevel(self, level):
        self.level = getLevelName(level) if isinstance(level, str) else level

    def getEffectiveLevel(self):
        return self.level or (WARNING if self.parent is None else self.parent.getEffectiveLevel())

    def isEnabledFor(self, level):
        return level >= self.getEffectiveLevel()

    def addHandler(self, handler):
        self.handlers.append(handler)

    def removeHandler(self, handler):
        if handler in self.handlers:
            self.handlers.remove(handler)

    def hasHandlers(self):
        if self.handlers or not self.propagate or self.parent is None:
            return bool(self.handlers)
        return self.parent.hasHandlers()

    def getChild(self, suffix):
        return getLogger(f"{self.name}.{suffix}")

    def handle(self, record):
        return None

    def callHandlers(self, record):
        return None

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

    fatal = critical


class LoggerAdapter(Logger):
    def __init__(self, logger, extra=None):
        Logger.__init__(self, logger.name)
        self.logger = logger
        self.extra = extra

    def process(self, msg, kwargs):
        return msg, kwargs


class LogRecord:
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        self.name = name
        self.levelno = level
        self.levelname = getLevelName(level)
        self.pathname = pathname
        self.lineno = lineno
        self.msg = msg
        self.args = args
        self.exc_info = exc_info
        self.funcName = func

    def getMessage(self):
        return str(self.msg) % self.args if self.args else str(self.msg)


root = Logger("root", WARNING)
lastResort = None


class _Manager:
    loggerDict = _loggers


Logger.manager = _Manager()
Logger.root = root


def _parent_of(name):
    while "." in name:
        name = name.rpartition(".")[0]
        if name in _loggers:
            return _loggers[name]
    return root


def getLogger(name=None):
    if not name:
        return root
    if name not in _loggers:
        _loggers[name] = getLoggerClass()(name)
        _loggers[name].parent = _parent_of(name)
    return _loggers[name]


def basicConfig(*, level=None, handlers=None, force=False, **keywords):
    if force:
        root.handlers.clear()
    if root.handlers:
        return
    for handler in [StreamHandler()] if handlers is None else handlers:
        root.addHandler(handler)
    if level is not None:
        root.setLevel(level)


def captureWarnings(capture):
    return None


def disable(level=CRITICAL):
    return None


def shutdown():
    return None


def _silent(message="", *args, **keywords):
    return None


debug = info = warning = warn = error = exception = critical = fatal = _silent
BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"
raiseExceptions = True
_classes = {"logger": Logger, "record": LogRecord}


def getLoggerClass():
    return _classes["logger"]


def setLoggerClass(klass):
    _classes["logger"] = klass


def getLogRecordFactory():
    return _classes["record"]


def setLogRecordFactory(factory):
    _classes["record"] = factory


def getLevelNamesMapping():
    return {name: number for number, name in _names.items()}


def log(level, message, *args, **keywords):
    return None
