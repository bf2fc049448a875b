# Which GPU a module lies on, and whether there is one: asked only while a whole program is followed.
import _vramlint

_current = [0]
_of = {}  # by module: a GPU's number, the name of another kind of device, or None where that cannot be told


def index_of(device):
    from torch import device as device_class

    if not _vramlint.is_known(device) or isinstance(device, bool):
        return None
    if device is None:
        return _current[0]
    if isinstance(device, int):
        return device
    if isinstance(device, str):
        device = device_class(device)
    if not isinstance(device, device_class):
        return None
    if device.type != "cuda":
        return device.type
    return _current[0] if device.index is None else device.index


def _is_missing(index):
    count = _vramlint.gpus()
    return count is not None and _vramlint.is_known(index) and isinstance(index, int) and index >= count


def _among():
    count = _vramlint.gpus()
    return "one GPU" if count == 1 else f"{count} GPUs"


def check(device):
    if _is_missing(index_of(device)):
        name = f"cuda:{device}" if isinstance(device, int) else str(device)
        raise RuntimeError(f"CUDA error: invalid device ordinal: there is no {name} among {_among()}")


def check_all(devices):
    # torch/cuda/__init__.py, get_device_properties, 2.4.
    for index in indices(devices):
        if _is_missing(index):
            raise AssertionError(f"Invalid device id: there is no cuda:{index} among {_among()}")


def indices(devices):
    if not _vramlint.is_known(devices) or not isinstance(devices, (list, tuple, range)):
        return []
    return [index_of(device) for device in devices]


def make_current(device):
    check(device)
    _current[0] = index_of(device)


def current():
    return _current[0]


def move(module, device):
    check(device)
    index = index_of(device)
    for part in module.modules():
        _of[part] = index
    if index is not None:
        _vramlint.lay(module, index == "cpu")


def move_as_asked(module, args, kwargs):
    # Module.to(device), to(device, dtype), to(dtype), to(tensor).
    from torch import Tensor, dtype

    asked = kwargs["device"] if "device" in kwargs else args[0] if args else None
    if asked is None or isinstance(asked, dtype):
        return
    if isinstance(asked, Tensor) or "tensor" in kwargs:
        for part in module.modules():
            _of[part] = None
    else:
        move(module, asked)


def check_first(module, devices):
    # torch/nn/parallel/data_parallel.py, DataParallel.forward, 2.4.
    first = (indices(devices) or [None])[0]
    if first is None:
        return
    for part in module.modules():
        held = [value for store in (part._parameters, part._buffers) for value in store.values() if value is not None]
        place = _of.get(part)
        if held and place is not None and place != first:
            found = f"cuda:{place}" if isinstance(place, int) else place
            raise RuntimeError(f"module must have its parameters and buffers on device cuda:{first} (device_ids[0]) but "
                               f"found one of them on device: {found}")
