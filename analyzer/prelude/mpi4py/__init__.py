"""mpi4py: the program is the only process of its world."""

__version__ = "3.1.6"
