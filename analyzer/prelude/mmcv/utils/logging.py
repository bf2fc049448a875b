import logging

from mmcv._line import require_old

require_old(__name__)


def get_logger(name, log_file=None, log_level=logging.INFO, file_mode="w"):
    logger = logging.getLogger(name)
    logger.setLevel(log_level)
    return logger


def print_log(msg, logger=None, level=logging.INFO):
    return None
