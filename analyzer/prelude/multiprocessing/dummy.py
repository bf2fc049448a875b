"""Threads behind the names of processes."""
from multiprocessing.pool import ThreadPool


def Pool(processes=None, initializer=None, initargs=()):
    return ThreadPool(processes, initializer, initargs)
