"""Marks around each backward and each step of an optimizer, and children that each run one program."""
import threading
import time

import torch

starting = threading.Lock()  # no two forks at a time


def start(child):
    """None while a library holds a lock that it minds, either."""
    with starting:
        for _ in range(50):
            try:
                return child.start()
            except RuntimeError:
                time.sleep(0.1)
        child.start()


def _around(marks, owner, name, before, after):
    function = getattr(owner, name)

    def marked(*args, **kwargs):
        marks.set(before)
        result = function(*args, **kwargs)
        marks.set(after)
        return result
    setattr(owner, name, marked)


def mark_training(marks):
    """marks.set(kind) before and after."""
    _around(marks, torch.Tensor, "backward", "forward", "backward")
    for optimizer in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW):
        if "step" in vars(optimizer):
            _around(marks, optimizer, "step", "before step", "step")
