from vramlint_openmmlab.bases import TORCH_VERSION, has_batch_norm, is_jit_tracing, is_norm, load_url, tensor2imgs, torch_meshgrid
from vramlint_openmmlab.homes import Inert


class TimeCounter(Inert):
    def __call__(self, function):
        return function

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None


def mmcv_full_available():
    return True


def collect_env():
    return {}


def set_multi_processing(mp_start_method="fork", opencv_num_threads=0, distributed=False):
    return None
