"""The device that training runs on: a GPU of NVIDIA's."""
DEVICE = "cuda"


def get_device():
    return DEVICE


def is_cuda_available():
    return True


def _absent():
    return False


is_mlu_available = is_mps_available = is_npu_available = is_dipu_available = is_musa_available = _absent
is_npu_support_full_precision = _absent


def get_max_cuda_memory(device=None):
    import _vramlint
    return _vramlint.unknown("the memory that a run has reached is not known while it runs")


get_max_musa_memory = get_max_cuda_memory
