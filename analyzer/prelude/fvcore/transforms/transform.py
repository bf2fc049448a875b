"""What becomes of pictures (H, W, C), of points in them and of boxes around them: arrays of known sizes stay known."""
import _run
import numpy as np

__all__ = ["BlendTransform", "CropTransform", "PadTransform", "GridSampleTransform", "HFlipTransform", "VFlipTransform",
           "NoOpTransform", "ScaleTransform", "Transform", "TransformList"]


class Transform:
    def _set_attributes(self, params=None):
        for name, value in (params or {}).items():
            if name != "self" and not name.startswith("_"):
                setattr(self, name, value)

    def apply_image(self, img):
        raise NotImplementedError

    def apply_coords(self, coords):
        raise NotImplementedError

    def apply_segmentation(self, segmentation):
        return self.apply_image(segmentation)

    def apply_box(self, box):
        """Where the boxes go changes no sizes."""
        return np.random.rand(len(box), 4)

    def apply_polygons(self, polygons):
        return [self.apply_coords(each) for each in polygons]

    def inverse(self):
        raise NotImplementedError

    @classmethod
    def register_type(cls, data_type, func=None):
        if func is None:
            return lambda given: cls.register_type(data_type, given) or given
        setattr(cls, "apply_" + data_type, func)


class TransformList(Transform):
    def __init__(self, transforms):
        for each in transforms:
            assert isinstance(each, Transform), each
        self.transforms = []
        for each in transforms:
            self.transforms.extend(each.transforms if isinstance(each, TransformList) else [each])

    def _through(self, name, data):
        for each in self.transforms:
            data = getattr(each, name)(data)
        return data

    def apply_image(self, img):
        return self._through("apply_image", img)

    def apply_coords(self, coords):
        return self._through("apply_coords", coords)

    def apply_segmentation(self, segmentation):
        return self._through("apply_segmentation", segmentation)

    def apply_box(self, box):
        return self._through("apply_box", box)

    def apply_polygons(self, polygons):
        return self._through("apply_polygons", polygons)

    def __getattr__(self, name):
        if name.startswith("apply_"):
            return lambda data: self._through(name, data)
        raise AttributeError(f"TransformList object has no attribute {name}")

    def __add__(self, other):
        return TransformList(self.transforms + (other.transforms if isinstance(other, TransformList) else [other]))

    def __iadd__(self, other):
        self.transforms.extend(other.transforms if isinstance(other, TransformList) else [other])
        return self

    def __radd__(self, other):
        return TransformList((other.transforms if isinstance(other, TransformList) else [other]) + self.transforms)

    def __len__(self):
        return len(self.transforms)

    def __getitem__(self, index):
        return self.transforms[index]

    def inverse(self):
        return TransformList([each.inverse() for each in self.transforms[::-1]])


class HFlipTransform(Transform):
    def __init__(self, width):
        self.width = width

    def apply_image(self, img):
        return np.flip(img, axis=1 if img.ndim <= 3 else -2)

    def apply_coords(self, coords):
        coords[:, 0] = self.width - coords[:, 0]
        return coords

    def inverse(self):
        return self


class VFlipTransform(Transform):
    def __init__(self, height):
        self.height = height

    def apply_image(self, img):
        return np.flip(img, axis=0 if img.ndim <= 3 else -3)

    def apply_coords(self, coords):
        coords[:, 1] = self.height - coords[:, 1]
        return coords

    def inverse(self):
        return self


class NoOpTransform(Transform):
    def apply_image(self, img):
        return img

    def apply_coords(self, coords):
        return coords

    def inverse(self):
        return self

    def __getattr__(self, name):
        if name.startswith("apply_"):
            return lambda data: data
        raise AttributeError(f"NoOpTransform object has no attribute {name}")


class ScaleTransform(Transform):
    def __init__(self, h, w, new_h, new_w, interp=None):
        self.h, self.w, self.new_h, self.new_w, self.interp = h, w, new_h, new_w, interp

    def apply_image(self, img, interp=None):
        first = img.shape[:-3] if img.ndim > 3 else ()
        return np.zeros((*first, self.new_h, self.new_w, *img.shape[2 if img.ndim <= 3 else -1:]), dtype=img.dtype)

    def apply_coords(self, coords):
        coords[:, 0] = coords[:, 0] * (self.new_w * 1.0 / self.w)
        coords[:, 1] = coords[:, 1] * (self.new_h * 1.0 / self.h)
        return coords

    def inverse(self):
        return ScaleTransform(self.new_h, self.new_w, self.h, self.w, self.interp)


class GridSampleTransform(Transform):
    def __init__(self, grid, interp):
        self.grid, self.interp = grid, interp

    def apply_image(self, img, interp=None):
        height, width = self.grid.shape[-3:-1]
        first = img.shape[:-3] if img.ndim > 3 else ()
        return np.zeros((*first, height, width, *img.shape[2 if img.ndim <= 3 else -1:]), dtype=img.dtype)

    def apply_coords(self, coords):
        raise NotImplementedError()


class CropTransform(Transform):
    def __init__(self, x0, y0, w, h, orig_w=None, orig_h=None):
        self.x0, self.y0, self.w, self.h, self.orig_w, self.orig_h = x0, y0, w, h, orig_w, orig_h

    def apply_image(self, img):
        first = img.shape[:-3] if img.ndim > 3 else ()
        height, width = img.shape[len(first):len(first) + 2]
        if _run.is_known(self.x0) and _run.is_known(self.y0):
            height, width = height - self.y0, width - self.x0
        return np.zeros((*first, min(height, self.h), min(width, self.w), *img.shape[len(first) + 2:]), dtype=img.dtype)

    def apply_coords(self, coords):
        coords[:, 0] -= self.x0
        coords[:, 1] -= self.y0
        return coords

    def inverse(self):
        assert self.orig_w is not None and self.orig_h is not None, "the size of the picture is needed to invert a crop"
        return PadTransform(self.x0, self.y0, self.orig_w - self.x0 - self.w, self.orig_h - self.y0 - self.h, self.w, self.h)


class PadTransform(Transform):
    def __init__(self, x0, y0, x1, y1, orig_w=None, orig_h=None, pad_value=0, seg_pad_value=0):
        self.x0, self.y0, self.x1, self.y1, self.orig_w, self.orig_h = x0, y0, x1, y1, orig_w, orig_h
        self.pad_value, self.seg_pad_value = pad_value, seg_pad_value

    def apply_image(self, img):
        around = ((self.y0, self.y1), (self.x0, self.x1))
        return np.pad(img, around + ((0, 0),) if img.ndim == 3 else around)

    def apply_coords(self, coords):
        coords[:, 0] += self.x0
        coords[:, 1] += self.y0
        return coords

    def inverse(self):
        assert self.orig_w is not None and self.orig_h is not None, "the size of the picture is needed to invert a pad"
        width, height = self.orig_w + self.x0 + self.x1, self.orig_h + self.y0 + self.y1
        return CropTransform(self.x0, self.y0, self.orig_w, self.orig_h, width, height)


class BlendTransform(Transform):
    def __init__(self, src_image, src_weight, dst_weight):
        self.src_image, self.src_weight, self.dst_weight = src_image, src_weight, dst_weight

    def apply_image(self, img, interp=None):
        blended = self.src_weight * self.src_image + self.dst_weight * img
        return blended.astype(img.dtype) if img.dtype == np.uint8 else blended

    def apply_coords(self, coords):
        return coords

    def apply_segmentation(self, segmentation):
        return segmentation

    def inverse(self):
        return NoOpTransform()
