"""Sizes of convolutions: a number stays a number, several stay a tuple."""


def _several(value, count):
    values = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    return values * count if len(values) == 1 else values


def _each(rule, *values):
    count = max(len(_several(value, 1)) for value in values)
    results = tuple(rule(*each) for each in zip(*(_several(value, count) for value in values)))
    return results if len(results) > 1 else results[0]


def same_padding(kernel_size, dilation=1):
    def rule(kernel, spread):
        if (kernel - 1) * spread % 2:
            raise NotImplementedError(
                f"Same padding not available for kernel_size={kernel_size} and dilation={dilation}."
            )
        return (kernel - 1) * spread // 2

    return _each(rule, kernel_size, dilation)


def stride_minus_kernel_padding(kernel_size, stride):
    return _each(lambda kernel, step: step - kernel, kernel_size, stride)


def calculate_out_shape(in_shape, kernel_size, stride, padding):
    def rule(size, kernel, step, pad):
        return (size - kernel + 2 * pad) // step + 1

    shape = _each(rule, in_shape, kernel_size, stride, padding)
    return shape if isinstance(shape, tuple) else (shape,)
