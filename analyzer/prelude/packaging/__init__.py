"""Versions of packages, as their numbers are written."""

__version__ = __release__ = "23.2"
