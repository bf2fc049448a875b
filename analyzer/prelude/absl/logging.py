"""What a program says of itself."""

DEBUG, INFO, WARNING, WARN, ERROR, FATAL = 1, 0, -1, -1, -2, -3


def _says(*args, **options):
    return None


debug = info = warning = warn = error = exception = log = vlog = log_first_n = log_every_n = log_every_n_seconds = log_if = _says
set_verbosity = set_stderrthreshold = use_absl_handler = use_python_logging = flush = _says


def fatal(*args, **options):
    raise SystemExit(1)


def get_verbosity():
    return WARNING


def get_absl_handler():
    import logging

    return logging.StreamHandler()
