import _run


class HistoryBuffer:
    """Numbers of the last iterations."""

    def __init__(self, max_length=1000000):
        self._count = 0

    def update(self, value, iteration=None):
        self._count += 1

    def latest(self):
        return _run.number("what was logged depends on the run")

    def median(self, window_size=None):
        return self.latest()

    avg = median

    def global_avg(self):
        return self.latest()

    def values(self):
        return _run.unknown("what was logged depends on the run")
