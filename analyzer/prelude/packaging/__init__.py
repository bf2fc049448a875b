"""Versions of packages, as their numbers are written."""

__version__ = "23.2"
