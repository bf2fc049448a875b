"""MONAI Generative Models 0.2.3: its networks, losses, noise schedules and inferers."""

__version__ = "0.2.3"
