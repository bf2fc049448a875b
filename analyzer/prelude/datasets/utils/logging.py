"""What a data set says while it is read."""
from logging import CRITICAL, DEBUG, ERROR, INFO, WARNING, getLogger as get_logger


def set_verbosity(verbosity):
    return None


def set_verbosity_info():
    return None


set_verbosity_debug = set_verbosity_warning = set_verbosity_error = disable_propagation = enable_propagation = set_verbosity_info
disable_progress_bar = enable_progress_bar = set_verbosity_info
