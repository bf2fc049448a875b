import time


class Timer:
    def __init__(self):
        self.reset()

    def reset(self):
        self._start = time.perf_counter()

    def pause(self):
        return None

    def resume(self):
        return None

    def is_paused(self):
        return False

    def seconds(self):
        return time.perf_counter() - self._start

    def avg_seconds(self):
        return self.seconds()
