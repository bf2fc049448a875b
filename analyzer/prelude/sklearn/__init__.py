"""Learning without networks, on the host: of what it makes of arrays the sizes are known."""
__version__ = "1.5.2"
