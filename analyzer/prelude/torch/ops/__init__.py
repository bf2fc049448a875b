# Operators that compiled extensions register, by namespace.
import _vramlint


def _deform_conv2d(input, weight, offset, mask, bias, stride_h, stride_w, pad_h, pad_w, dilation_h, dilation_w, groups,
                   offset_groups, use_mask):
    return _vramlint.op("torchvision.ops.deform_conv2d", input, weight, offset, mask if use_mask else None, bias)


def _nms(dets, scores, iou_threshold):
    return _vramlint.op("torchvision.ops.nms", dets, scores, float(iou_threshold))


def _roi_align(input, rois, spatial_scale, pooled_height, pooled_width, sampling_ratio, aligned):
    return _vramlint.op("torchvision.ops.roi_align", input, rois, float(spatial_scale), pooled_height, pooled_width,
                        sampling_ratio, aligned)


class _Operator:
    def __init__(self, name, run):
        self.__name__ = name
        self._run = run
        self.default = self

    def __call__(self, *args, **kwargs):
        return self._run(*args, **kwargs)


_described = {"torchvision": {"deform_conv2d": _deform_conv2d, "nms": _nms, "roi_align": _roi_align}}


def register(qualname, run):
    # What the program has made in Python, by torch.library.
    namespace, _, op = qualname.partition("::")
    op = op.partition(".")[0]
    _described.setdefault(namespace, {})[op] = run
    if namespace in globals():
        setattr(globals()[namespace], op, _Operator(op, run))


def registered(qualname):
    namespace, _, op = qualname.partition("::")
    return _described.get(namespace, {}).get(op.partition(".")[0])


class _Namespace:
    def __init__(self, name):
        self._name = name
        for op, run in _described.get(name, {}).items():
            setattr(self, op, _Operator(op, run))

    def __getattr__(self, op):
        if op.startswith("__"):
            raise AttributeError(op)
        return _vramlint.unknown(f"torch.ops.{self._name}.{op} is an operator of a compiled extension")


def load_library(path):
    return None


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.ops' has no attribute '{name}'")
    return globals().setdefault(name, _Namespace(name))
