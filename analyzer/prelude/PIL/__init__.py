"""Pictures, as far as their sizes go."""
__version__ = "10.4.0"
