import math
from collections.abc import Mapping, Sequence

import torch
from mmengine.model.utils import stack_batch
from mmengine.structures import BaseDataElement
from torch import nn
from torch.nn import functional as F
from vramlint_openmmlab.checks import is_seq_of


class BaseDataPreprocessor(nn.Module):
    # The runner has brought the model to its GPU before the first batch comes.
    def __init__(self, non_blocking=False):
        super().__init__()
        self._non_blocking = non_blocking
        self._device = torch.device("cuda")

    def cast_data(self, data):
        if isinstance(data, (torch.Tensor, BaseDataElement)):
            return data.to(self.device, non_blocking=self._non_blocking)
        if data is None or isinstance(data, (str, bytes)):
            return data
        if isinstance(data, Mapping):
            return {key: self.cast_data(data[key]) for key in data}
        if isinstance(data, tuple) and hasattr(data, "_fields"):
            return type(data)(*[self.cast_data(sample) for sample in data])
        if isinstance(data, Sequence):
            return type(data)([self.cast_data(sample) for sample in data])
        return data

    def forward(self, data, training=False):
        return self.cast_data(data)

    @property
    def device(self):
        return self._device

    def to(self, *args, **kwargs):
        device = _device_in(args, kwargs)
        if device is not None:
            self._device = device
        return super().to(*args, **kwargs)

    def cuda(self, *args, **kwargs):
        self._device = torch.device("cuda")
        return super().cuda()

    def cpu(self, *args, **kwargs):
        self._device = torch.device("cpu")
        return super().cpu()


def _device_in(args, kwargs):
    for value in list(args) + [kwargs.get("device")]:
        if isinstance(value, (str, torch.device)):
            return torch.device(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return torch.device("cuda", value)
        if isinstance(value, torch.Tensor):
            return value.device
    return None


def _check_values(name, values):
    assert len(values) == 3 or len(values) == 1, \
        f"`{name}` should have 1 or 3 values, to be compatible with RGB or gray image, but got {len(values)} values"


class ImgDataPreprocessor(BaseDataPreprocessor):
    def __init__(self, mean=None, std=None, pad_size_divisor=1, pad_value=0, bgr_to_rgb=False, rgb_to_bgr=False,
                 non_blocking=False):
        super().__init__(non_blocking)
        assert not (bgr_to_rgb and rgb_to_bgr), "`bgr2rgb` and `rgb2bgr` cannot be set to True at the same time"
        assert (mean is None) == (std is None), "mean and std should be both None or tuple"
        self._enable_normalize = mean is not None
        if mean is not None:
            _check_values("mean", mean)
            _check_values("std", std)
            self.register_buffer("mean", torch.tensor(mean).view(-1, 1, 1), False)
            self.register_buffer("std", torch.tensor(std).view(-1, 1, 1), False)
        self._channel_conversion = rgb_to_bgr or bgr_to_rgb
        self.pad_size_divisor = pad_size_divisor
        self.pad_value = pad_value

    def forward(self, data, training=False):
        data = self.cast_data(data)
        inputs = data["inputs"]
        if is_seq_of(inputs, torch.Tensor):
            batch = stack_batch([self._prepared(image) for image in inputs], self.pad_size_divisor, self.pad_value)
        elif isinstance(inputs, torch.Tensor):
            batch = self._padded(inputs)
        else:
            raise TypeError("Output of `cast_data` should be a dict of list/tuple with inputs and data_samples, but got "
                            f"{type(data)}: {data}")
        data["inputs"] = batch
        data.setdefault("data_samples", None)
        return data

    def _prepared(self, image):
        if self._channel_conversion:
            image = image[[2, 1, 0], ...]
        image = image.float()
        if self._enable_normalize:
            assert self.mean.shape[0] != 3 or (image.dim() == 3 and image.shape[0] == 3), \
                f"If the mean has 3 values, the input tensor should in shape of (3, H, W), but got the tensor with shape {image.shape}"
            image = (image - self.mean) / self.std
        return image

    def _padded(self, images):
        assert images.dim() == 4, ("The input of `ImgDataPreprocessor` should be a NCHW tensor or a list of tensor, but got a "
                                   f"tensor with shape: {images.shape}")
        if self._channel_conversion:
            images = images[:, [2, 1, 0], ...]
        images = images.float()
        if self._enable_normalize:
            images = (images - self.mean) / self.std
        missing = [math.ceil(size / self.pad_size_divisor) * self.pad_size_divisor - size for size in images.shape[2:]]
        return F.pad(images, (0, missing[1], 0, missing[0]), "constant", self.pad_value)
