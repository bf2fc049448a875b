# Streams and events order work; what is held does not depend on them here.
class Stream:
    def __init__(self, device=None, priority=0, **options):
        self.device = device
        self.priority = priority

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None

    def query(self):
        return True

    def synchronize(self):
        return None

    wait_stream = wait_event = lambda self, other: None

    def record_event(self, event=None):
        return Event() if event is None else event


class Event:
    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        self.enable_timing = enable_timing

    def record(self, stream=None):
        return None

    def wait(self, stream=None):
        return None

    def query(self):
        return True

    def synchronize(self):
        return None

    def elapsed_time(self, end_event):
        import _vramlint
        return _vramlint.unknown("how long the program takes is not known")


class StreamContext:
    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        return None

    def __exit__(self, *exception):
        return None


def stream(stream):
    return StreamContext(stream)


def current_stream(device=None):
    return Stream(device)


default_stream = current_stream


def set_stream(stream):
    return None


class device:
    # The GPU that is the current one inside of it.
    def __init__(self, device):
        self.idx = device

    def __enter__(self):
        from torch.cuda import current_device, set_device
        self.prev_idx = current_device()
        if self.idx is not None:
            set_device(self.idx)

    def __exit__(self, *exception):
        from torch.cuda import set_device
        set_device(self.prev_idx)
        return False


class device_of(device):
    def __init__(self, tensor):
        super().__init__(tensor.get_device() if getattr(tensor, "is_cuda", False) else None)
