def get_compiler_version():
    return "GCC"


def get_compiling_cuda_version():
    import torch
    return torch.version.cuda


def get_onnxruntime_op_path():
    return ""
