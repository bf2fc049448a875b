def convert_conv2d_weight_memory_format(module, memory_format):
    return module
