"""Loggers and bars."""
from datasets.utils import logging


def disable_progress_bars():
    return None


enable_progress_bars = disable_progress_bar = enable_progress_bar = disable_progress_bars
