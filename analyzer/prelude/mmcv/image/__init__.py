"""Images: their pixels are data, which is not modelled; the sizes of some are."""
import _vramlint
import numpy
from vramlint_openmmlab.bases import tensor2imgs

_names = ("imread imwrite imfrombytes use_backend imresize imrescale imflip imflip_ imcrop impad impad_to_multiple imrotate "
          "imshear imtranslate imresize_like imresize_to_multiple imrescale_to_multiple rescale_size cutout imnormalize "
          "imnormalize_ imdenormalize iminvert posterize solarize adjust_brightness adjust_color adjust_contrast "
          "adjust_hue adjust_lighting adjust_sharpness auto_contrast clahe imequalize lut_transform bgr2gray bgr2hls bgr2hsv "
          "bgr2rgb bgr2ycbcr gray2bgr gray2rgb hls2bgr hsv2bgr imconvert rgb2bgr rgb2gray rgb2ycbcr ycbcr2bgr ycbcr2rgb").split()
__all__ = _names + ["tensor2imgs"]


def _sized(img, height, width):
    return numpy.zeros((height, width) + tuple(img.shape[2:]), dtype=img.dtype)


def imcrop(img, bboxes, scale=1.0, pad_fill=None):
    """Boxes have both their ends; those that stick out are cut off, or padded."""
    boxes = bboxes[None, ...] if bboxes.ndim == 1 else bboxes
    patches = []
    for left, top, right, bottom in [box.tolist() for box in boxes]:
        height, width = (bottom - top) * scale + 1, (right - left) * scale + 1
        if pad_fill is None:
            height, width = min(height, img.shape[0]), min(width, img.shape[1])
        patches.append(_sized(img, int(height), int(width)))
    return patches[0] if bboxes.ndim == 1 else patches


def imflip(img, direction="horizontal"):
    assert direction in ["horizontal", "vertical", "diagonal"]
    return _sized(img, img.shape[0], img.shape[1])


def imflip_(img, direction="horizontal"):
    assert direction in ["horizontal", "vertical", "diagonal"]
    return img


def imnormalize(img, mean, std, to_rgb=True):
    return img.astype(numpy.float32)


def imnormalize_(img, mean, std, to_rgb=True):
    assert img.dtype != numpy.uint8
    return img


def _as_large(img, *args, **options):
    return _sized(img, img.shape[0], img.shape[1])


iminvert = posterize = solarize = adjust_brightness = adjust_color = adjust_contrast = adjust_hue = _as_large
adjust_lighting = adjust_sharpness = auto_contrast = imequalize = clahe = imshear = imtranslate = cutout = _as_large
bgr2rgb = rgb2bgr = bgr2hsv = hsv2bgr = bgr2hls = hls2bgr = _as_large


def imfrombytes(content, flag="color", channel_order="bgr", backend=None):
    import cv2
    from vramlint_pictures import size_of

    assert flag in ("color", "grayscale", "unchanged", "color_ignore_orientation", "grayscale_ignore_orientation")
    is_gray = flag.startswith("grayscale")
    img = cv2.imread("", cv2.IMREAD_GRAYSCALE if is_gray else cv2.IMREAD_UNCHANGED if flag == "unchanged" else cv2.IMREAD_COLOR)
    width, height = size_of("")
    return _sized(img, height, width) if _vramlint.is_known(width) else img


def imread(img_or_path, flag="color", channel_order="bgr", backend=None, file_client_args=None, *, backend_args=None):
    return img_or_path if isinstance(img_or_path, numpy.ndarray) else imfrombytes(b"", flag, channel_order, backend)


def use_backend(backend):
    assert backend in ("cv2", "turbojpeg", "pillow", "tifffile")


def impad(img, *, shape=None, padding=None, pad_val=0, padding_mode="constant"):
    if shape is not None:
        return _sized(img, max(img.shape[0], shape[0]), max(img.shape[1], shape[1]))
    sides = [padding] * 4 if isinstance(padding, int) else list(padding) * (4 // len(padding))
    left, top, right, bottom = sides
    return _sized(img, img.shape[0] + top + bottom, img.shape[1] + left + right)


def imresize(img, size, return_scale=False, interpolation="bilinear", out=None, backend=None):
    made = _sized(img, size[1], size[0])
    return (made, size[0] / img.shape[1], size[1] / img.shape[0]) if return_scale else made


def rescale_size(old_size, scale, return_scale=False):
    width, height = old_size
    factor = scale if isinstance(scale, (int, float)) else min(max(scale) / max(height, width), min(scale) / min(height, width))
    size = int(width * float(factor) + 0.5), int(height * float(factor) + 0.5)
    return (size, factor) if return_scale else size


def imrescale(img, scale, return_scale=False, interpolation="bilinear", backend=None):
    size, factor = rescale_size((img.shape[1], img.shape[0]), scale, return_scale=True)
    made = imresize(img, size)
    return (made, factor) if return_scale else made


def __getattr__(name):
    if name not in _names:
        raise AttributeError(f"module 'mmcv.image' has no attribute '{name}'")

    def work(*args, **options):
        return _vramlint.unknown(f"mmcv.{name}: pixels are not modelled")

    return work
