from numpy._array import asarray, made


def gaussian_filter(input, sigma, *args, **options):
    input = asarray(input)
    return made(None, input.shape_, input._dtype)


uniform_filter = median_filter = sobel = laplace = gaussian_filter


def zoom(input, zoom, **options):
    input = asarray(input)
    factors = zoom if isinstance(zoom, (list, tuple)) else [zoom] * input.ndim
    return made(None, [round(size * factor) for size, factor in zip(input.shape_, factors)], input._dtype)
