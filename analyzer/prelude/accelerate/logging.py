import logging


class MultiProcessAdapter(logging.LoggerAdapter):
    def __init__(self, logger, extra=None):
        self.logger, self.extra = logger, extra

    def log(self, level, msg, *args, main_process_only=True, in_order=False, **options):
        return None

    def info(self, msg, *args, main_process_only=True, in_order=False, **options):
        return None

    debug = warning = error = critical = exception = warning_once = info

    def __getattr__(self, name):
        return getattr(self.__dict__["logger"], name)


def get_logger(name, log_level=None):
    return MultiProcessAdapter(logging.getLogger(name), {})
