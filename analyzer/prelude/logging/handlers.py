"""Handlers that keep nothing."""

from logging import FileHandler, Handler


class RotatingFileHandler(FileHandler):
    pass


class TimedRotatingFileHandler(FileHandler):
    pass


class QueueHandler(Handler):
    pass
