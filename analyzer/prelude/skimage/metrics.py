"""Numbers on the host."""
from sklearn._sizes import number

peak_signal_noise_ratio = mean_squared_error = normalized_root_mse = number


def structural_similarity(im1, im2, *args, full=False, gradient=False, **options):
    import _vramlint

    if full or gradient:
        return _vramlint.unknown("maps of structural similarity are not modelled")
    return number()
