# The call stack, for programs that ask who called them (inspect, sys._getframe).
from collections import namedtuple

import _inspect


class Code:
    def __init__(self, function, path):
        self.co_name = "<module>" if function is None else function.__name__
        self.co_filename = path


class Frame:
    # One of the running ones, as they stood when it was asked for.
    def __init__(self, running, at):
        self._running = running
        self._at = at
        self.f_globals, self.f_function, path, self.f_lineno = running[at]
        self.f_code = Code(self.f_function, path)

    @property
    def f_locals(self):
        return _inspect.locals_at(len(self._running) - 1 - self._at)

    @property
    def f_back(self):
        return Frame(self._running, self._at + 1) if self._at + 1 < len(self._running) else None


def frame_at(depth=0):
    running = _inspect.frames()[1:]
    if depth >= len(running):
        raise ValueError("call stack is not deep enough")
    return Frame(running, depth)


def currentframe():
    return Frame(_inspect.frames()[1:], 0)


FrameInfo = namedtuple("FrameInfo", "frame filename lineno function code_context index")


def stack(context=1):
    running = _inspect.frames()[1:]
    found = [Frame(running, at) for at in range(len(running))]
    return [FrameInfo(frame, frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, None, None)
            for frame in found]
