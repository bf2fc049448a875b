"""What transforms do with one picture, mask, video or set of boxes: nothing but change their sizes
(torchvision/transforms/v2/functional, 0.19)."""
import torch
from PIL.Image import Image as Picture
from torchvision import _pictures, tv_tensors
from torchvision.ops.boxes import box_convert
from torchvision.transforms.functional import (  # noqa: F401
    InterpolationMode, adjust_brightness, adjust_contrast, adjust_gamma, adjust_hue, adjust_saturation, adjust_sharpness, affine,
    autocontrast, equalize, erase, gaussian_blur, get_image_size, hflip, invert, normalize, perspective, pil_to_tensor, posterize,
    solarize, to_pil_image, to_tensor, vflip)

horizontal_flip = vertical_flip = elastic = elastic_transform = permute_channels = jpeg = gaussian_noise = hflip
horizontal_flip_image = vertical_flip_image = horizontal_flip_mask = vertical_flip_mask = horizontal_flip_video = hflip
horizontal_flip_bounding_boxes = vertical_flip_bounding_boxes = clamp_bounding_boxes = normalize_image = hflip


def _is_array(value):
    return hasattr(value, "__array__") and not isinstance(value, (torch.Tensor, Picture)) and hasattr(value, "shape")


def _wrapped(made, inpt):
    return tv_tensors.wrap(made, like=inpt) if isinstance(inpt, tv_tensors.TVTensor) else made


def _sized(inpt, height, width):
    if isinstance(inpt, tv_tensors.BoundingBoxes):
        return tv_tensors.wrap(inpt, like=inpt, canvas_size=(height, width))
    return _wrapped(_pictures.sized(inpt, height, width), inpt)


def get_size(inpt):
    if isinstance(inpt, tv_tensors.BoundingBoxes):
        return list(inpt.canvas_size)
    return list(_pictures.size_of(inpt))


def get_num_channels(inpt):
    return inpt.shape[-3] if isinstance(inpt, torch.Tensor) else inpt.channels


get_image_num_channels = get_num_channels


def get_dimensions(inpt):
    return [get_num_channels(inpt), *get_size(inpt)]


def get_num_frames(inpt):
    return inpt.shape[-4]


def to_image(inpt):
    made = _pictures.tensor_of(inpt, False)
    return tv_tensors.plain(made).as_subclass(tv_tensors.Image) if isinstance(made, torch.Tensor) else made


def to_dtype(inpt, dtype=torch.float32, scale=False):
    return _wrapped(inpt.to(dtype), inpt)


convert_image_dtype = to_dtype


def resize(inpt, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
    return _sized(inpt, *_pictures.resized_size(*get_size(inpt), size, max_size))


def crop(inpt, top, left, height, width):
    return _sized(inpt, height, width)


def center_crop(inpt, output_size):
    return _sized(inpt, *_pictures.pair(output_size))


def resized_crop(inpt, top, left, height, width, size, interpolation=InterpolationMode.BILINEAR, antialias=True):
    return resize(inpt, size)


def _around(padding):
    """Left, above, right, below."""
    sides = [padding] * 4 if isinstance(padding, int) else list(padding)
    return sides if len(sides) == 4 else [sides[0], sides[-1]] * 2


def pad(inpt, padding, fill=None, padding_mode="constant"):
    left, top, right, bottom = _around(padding)
    height, width = get_size(inpt)
    return _sized(inpt, height + top + bottom, width + left + right)


def five_crop(inpt, size):
    return tuple([center_crop(inpt, size) for _ in range(5)])


def ten_crop(inpt, size, vertical_flip=False):
    return five_crop(inpt, size) * 2


def rotate(inpt, angle, interpolation=InterpolationMode.NEAREST, expand=False, center=None, fill=None):
    from torchvision.transforms.v2._sizes import RandomRotation

    return _sized(inpt, *RandomRotation(0, expand=expand)._size(*get_size(inpt)))


def _with_channels(inpt, channels):
    is_picture = isinstance(inpt, Picture) or isinstance(inpt, torch.Tensor) and not isinstance(
        inpt, (tv_tensors.Mask, tv_tensors.BoundingBoxes))
    return _wrapped(_pictures.with_channels(inpt, channels), inpt) if is_picture else inpt


def rgb_to_grayscale(inpt, num_output_channels=1):
    return _with_channels(inpt, num_output_channels)


to_grayscale = rgb_to_grayscale


def grayscale_to_rgb(inpt):
    return _with_channels(inpt, 3)


def uniform_temporal_subsample(inpt, num_samples):
    frames = torch.linspace(0, inpt.shape[-4] - 1, num_samples).long()
    return _wrapped(torch.index_select(inpt, -4, frames), inpt)


def convert_bounding_box_format(inpt, old_format=None, new_format=None, inplace=False):
    is_boxes = isinstance(inpt, tv_tensors.BoundingBoxes)
    forms = [(each if isinstance(each, str) else each.value).lower() for each in (inpt.format if is_boxes else old_format, new_format)]
    made = box_convert(tv_tensors.plain(inpt), *forms)
    return tv_tensors.wrap(made, like=inpt, format=tv_tensors.BoundingBoxFormat[forms[1].upper()]) if is_boxes else made


def _valid_boxes(boxes, min_size, min_area):
    corners = tv_tensors.plain(convert_bounding_box_format(boxes, new_format="XYXY"))
    widths, heights = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    return (widths >= min_size) & (heights >= min_size) & (widths * heights >= min_area)


def sanitize_bounding_boxes(bounding_boxes, format=None, canvas_size=None, min_size=1.0, min_area=1.0):
    valid = _valid_boxes(bounding_boxes, min_size, min_area)
    return _wrapped(tv_tensors.plain(bounding_boxes)[valid], bounding_boxes), valid
