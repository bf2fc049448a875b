"""Extensions are compiled where a toolkit is; none is taken to be there, and what is compiled is not known."""
import _vramlint

CUDA_HOME = ROCM_HOME = CUDNN_HOME = None
IS_HIP_EXTENSION = False


def load(name, sources, *args, **options):
    return _vramlint.unknown(f"`{name}` is compiled from C++ when the program runs")


def load_inline(name, cpp_sources, *args, **options):
    return load(name, cpp_sources)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.utils.cpp_extension' has no attribute '{name}'")
    return _vramlint.unknown(f"torch.utils.cpp_extension.{name} is not modelled")
