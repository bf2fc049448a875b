"""A picture of which nobody knows the size, resized by its shorter edge: no side is shorter."""
import _run
import _vramlint

_WHY = "how large a picture is that is resized by its shorter edge is not known"


def _is_open(sizes):
    return any([not _vramlint.is_known(size) for size in sizes])


def _at_least(size):
    return _run.some(size, _WHY), _run.some(size, _WHY)


def amend(module):
    by_edge, by_ratio = module.get_resize_output_image_size, module.get_size_with_aspect_ratio

    def get_resize_output_image_size(input_image, size, default_to_square=True, max_size=None, input_data_format=None):
        is_edge = isinstance(size, int) and not default_to_square and max_size is None
        if is_edge and _vramlint.is_known(input_image) and _is_open(input_image.shape):
            return _at_least(size)
        return by_edge(input_image, size, default_to_square, max_size, input_data_format)

    def get_size_with_aspect_ratio(image_size, size, max_size=None):
        if not _is_open(image_size):
            return by_ratio(image_size, size, max_size)
        if max_size is None:
            return _at_least(size)
        return tuple([_run.some(1, _WHY) for _ in range(2)])

    module.get_resize_output_image_size = get_resize_output_image_size
    module.get_size_with_aspect_ratio = get_size_with_aspect_ratio
