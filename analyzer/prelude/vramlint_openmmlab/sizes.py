"""What the steps of a data pipeline make of the size of an image, (height, width): the one size where there is one, else the
largest. Scales are (width, height) or (long edge, short edge), crops and pads (height, width)."""


def kind(step):
    return str(step.get("type")).split(".")[-1].split("/")[-1]


def pair(size):
    return (size, size) if isinstance(size, int) else (size[0], size[1]) if len(size) > 1 else (size[0], size[0])


def area(size):
    return size[0] * size[1]


def scale_of(step):
    for name in ("scale", "img_scale", "size", "scales"):
        if step.get(name) is not None:
            scale = step[name]
            return scale[0] if isinstance(scale, list) and len(scale) == 1 else scale
    return None


def scales_of(step):
    """Every scale that a step may take; None where it is not said in numbers."""
    scale = scale_of(step)
    if isinstance(scale, int):
        scale = (scale, scale)
    if not isinstance(scale, (tuple, list)) or not len(scale):
        return None
    many = list(scale) if isinstance(scale[0], (tuple, list)) else [scale]
    if not all([len(one) == 2 and all([isinstance(side, int) for side in one]) for one in many]):
        return None
    return many


def resized(step, size):
    """What mmcv's and the projects' Resize make where they make one size."""
    scale = scale_of(step)
    old = "img_scale" in step or ("scale" not in step and "ratio_range" in step)
    if step.get("keep_ratio", old) or step.get("ratio_range") or not isinstance(scale, (tuple, list, int)):
        return None
    if isinstance(scale, (tuple, list)) and isinstance(scale[0], (tuple, list)):
        return None
    width, height = pair(scale)
    return height, width


def padded(step, size):
    if step.get("size") is not None:
        wanted = pair(step["size"])
        return wanted if size is None else (max(size[0], wanted[0]), max(size[1], wanted[1]))
    if size is not None and step.get("pad_to_square"):
        size = (max(size), max(size))
    divisor = step.get("size_divisor")
    if size is None or not divisor:
        return size
    return tuple((side + divisor - 1) // divisor * divisor for side in size)


def cropped(step, size):
    if str(step.get("crop_type", "absolute")) != "absolute":
        return None
    wanted = pair(step.get("crop_size", step.get("size")))
    return wanted if size is None else (min(size[0], wanted[0]), min(size[1], wanted[1]))


def cropped_at_most(step, size):
    crop = str(step.get("crop_type", "absolute"))
    if crop.startswith("relative"):
        return size
    wanted = pair(step.get("crop_size", step.get("size")))
    if crop == "absolute_range":
        wanted = (max(wanted), max(wanted))
    return wanted if size is None else (min(size[0], wanted[0]), min(size[1], wanted[1]))


def placed(step, size):
    """RandomCenterCropPad of training: windows of one size."""
    return pair(step["crop_size"]) if step.get("crop_size") is not None else size


def fixed(step, size):
    return (step["height"], step["width"]) if step.get("height") and step.get("width") else None


def warped(step, size):
    """mmpose's affine transforms make images of one size, given as (width, height)."""
    return (step["input_size"][1], step["input_size"][0]) if step.get("input_size") is not None else size


def affine(step, size):
    """Images of one size, given as (width, height)."""
    width, height = step["img_scale"]
    return height, width


def scaled(step, size):
    """Of a step that has both, `scale` is the range of the area that it takes."""
    scale = step["size"] if step.get("size") is not None else scale_of(step)
    return None if scale is None else pair(scale)


def unknown(step, size):
    return None


def largest(step, size):
    """What a step that keeps the ratio cannot exceed, lying: its scale, the largest of several, times the largest ratio."""
    scales = scales_of(step)
    if scales is None:
        return None
    ratio = max(step["ratio_range"]) if step.get("ratio_range") else 1
    if not isinstance(ratio, (int, float)):
        return None
    keeps = step.get("keep_ratio", "img_scale" in step or "ratio_range" in step or "scales" in step)
    made = [(min(one), max(one)) if keeps else (one[1], one[0]) for one in scales]
    # A range of scales has its ends for a list of two.
    found = (max([one[0] for one in made]), max([one[1] for one in made]))
    return int(found[0] * ratio), int(found[1] * ratio)


def stretched(step, size):
    """A batch that is resized with its ratio kept, then padded."""
    divisor = step.get("pad_size_divisor") or 1
    return padded({"size_divisor": divisor}, largest({"keep_ratio": True, "scale": step["scale"]}, size))


def joined(step, size):
    """Four images beside each other, or as many as a cell of twice the scale holds."""
    width, height = pair(scale_of(step) or (640, 640))
    return 2 * height, 2 * width


def framed(step, size):
    border = step.get("border") or (0, 0)
    return None if size is None else (size[0] + 2 * border[0], size[1] + 2 * border[1])


def mixed(step, size):
    return size


def one_of(changes):
    def change(step, size):
        arms = step.get("transforms", step.get("policies")) or []
        if isinstance(arms, str):  # a set of policies that the library has a name for changes pixels alone
            return size
        ends = [through(arm if isinstance(arm, (list, tuple)) else [arm], changes, size) for arm in arms]
        if not ends:
            return size
        if None in ends or (changes is SIZES and any([end != ends[0] for end in ends])):
            return None
        return max(ends, key=area)

    return change


def all_of(changes):
    def change(step, size):
        return through(step.get("transforms") or [], changes, size)

    return change


SIZES = {
    "Resize": resized,
    "Resize3D": resized,
    "FixScaleResize": resized,
    "FixShapeResize": fixed,
    "RandomResize": unknown,
    "RandomResize3D": unknown,
    "RandomChoiceResize": unknown,
    "ResizeEdge": unknown,
    "ResizeShortestEdge": unknown,
    "ResizeToMultiple": unknown,
    "RandomCrop": cropped,
    "RandomCrop3D": cropped,
    "CenterCrop": cropped,
    "RandomCenterCropPad": placed,
    "MinIoURandomCrop": unknown,
    "Expand": unknown,
    "RandomResizedCrop": scaled,
    "RandomResizedCropAndInterpolationWithTwoPic": scaled,
    "MAERandomResizedCrop": scaled,
    "EfficientNetRandomCrop": scaled,
    "Pad": padded,
    "Mosaic": joined,
    "CachedMosaic": joined,
    "RandomAffine": framed,
    "RandomRotFlip": mixed,
    "TopdownAffine": warped,
    "BottomupRandomAffine": warped,
    "BottomupResize": warped,
    "AffineResize": affine,
}

BOUNDS = {**SIZES, "Resize": largest, "FixScaleResize": largest, "RandomResize": largest, "RandomChoiceResize": largest,
          "Resize3D": largest, "RandomResize3D": largest, "RandomCrop3D": cropped_at_most,
          "RandomCrop": cropped_at_most, "MinIoURandomCrop": mixed, "Expand": mixed, "BatchResize": stretched}
for _changes in (SIZES, BOUNDS):
    _changes["RandomChoice"] = _changes["AutoAugment"] = one_of(_changes)
    _changes["TransformBroadcaster"] = _changes["ProposalBroadcaster"] = _changes["KeyMapper"] = all_of(_changes)
    _changes["MultiViewWrapper"] = all_of(_changes)


def through(steps, changes, size=None):
    for step in steps:
        change = changes.get(kind(step))
        if change is not None:
            size = changed(change, step, size)
    return size


def changed(change, step, size):
    """A step of that name with settings of its own: which size it makes is not known."""
    try:
        return change(step, size)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return None
