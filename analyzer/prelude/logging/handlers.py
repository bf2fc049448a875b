"""Handlers that keep nothing."""

from logging import FileHandler, Handler


class BaseRotatingHandler(FileHandler):
    def __init__(self, filename, mode="a", *args, **keywords):
        FileHandler.__init__(self, filename, mode if isinstance(mode, str) else "a")


class RotatingFileHandler(BaseRotatingHandler):
    pass


class TimedRotatingFileHandler(BaseRotatingHandler):
    def __init__(self, filename, *args, **keywords):
        FileHandler.__init__(self, filename)


class WatchedFileHandler(FileHandler):
    pass


class QueueHandler(Handler):
    def __init__(self, queue):
        Handler.__init__(self)
        self.queue = queue


class QueueListener:
    def __init__(self, queue, *handlers, respect_handler_level=False):
        self.queue = queue
        self.handlers = handlers

    def start(self):
        return None

    stop = start


class MemoryHandler(Handler):
    def __init__(self, capacity, *args, **keywords):
        Handler.__init__(self)
        self.capacity = capacity


class SocketHandler(Handler):
    def __init__(self, *args, **keywords):
        Handler.__init__(self)


SysLogHandler = SMTPHandler = HTTPHandler = SocketHandler
