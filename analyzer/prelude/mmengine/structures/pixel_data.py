import torch
from mmengine.structures.base_data_element import BaseDataElement, _private


class PixelData(BaseDataElement):
    def __setattr__(self, name, value):
        if name in _private:
            super().__setattr__(name, value)
            return
        assert isinstance(value, torch.Tensor) or type(value).__name__ == "ndarray", \
            f"Can not set {type(value)}, only support tensors and arrays"
        if self.shape:
            assert tuple(value.shape[-2:]) == self.shape, \
                (f"The height and width of values {tuple(value.shape[-2:])} is not consistent with the shape of this "
                 f":obj:`PixelData` {self.shape}")
        assert value.ndim in [2, 3], f"The dim of value must be 2 or 3, but got {value.ndim}"
        super().__setattr__(name, value[None] if value.ndim == 2 else value)

    def __getitem__(self, item):
        if not isinstance(item, tuple):
            raise TypeError(f"Unsupported type {type(item)} for slicing PixelData")
        assert len(item) == 2, "Only support to slice height and width"
        parts = [slice(None)]
        for size, part in zip(self.shape, item):
            if isinstance(part, int):
                part = slice(part, None, size)
            elif not isinstance(part, slice):
                raise TypeError(f"The type of element in input must be int or slice, but got {type(part)}")
            parts.append(part)
        made = self.__class__(metainfo=self.metainfo)
        for name, value in self.items():
            setattr(made, name, value[tuple(parts)])
        return made

    @property
    def shape(self):
        return tuple(self.values()[0].shape[-2:]) if self._data_fields else None
