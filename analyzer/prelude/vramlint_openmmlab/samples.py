"""What the data samples of a batch hold, as the loading steps of the pipeline say. How many objects an image shows, only the
data tells."""
import importlib

import _run
import _vramlint
import numpy
import torch
from vramlint_openmmlab.sizes import kind

boxes_most = 93  # of an image, where nothing says it: no image of COCO shows more, and the peak is that of the fullest


FAMILIES = "mmseg", "mmdet", "mmcls", "mmpretrain", "mmpose", "mmaction", "mmdet3d"


def borrow(package):
    """Of other packages the samples are described as well as they can be."""
    if package not in FAMILIES:
        _vramlint.assume(f"samples of {package} are taken to hold what mmdet's hold")


def packer(steps):
    """The step that makes inputs and data samples of what the others have loaded."""
    named = [step for step in steps if kind(step).startswith("Pack") and kind(step).endswith("Inputs")]
    return named[-1] if named else None


# What the steps that load annotations load where they do not say it.
DEFAULTS = {
    "LoadAnnotations": ("with_bbox",),
    "LoadEmptyAnnotations": ("with_bbox",),
    "LoadTrackAnnotations": ("with_bbox", "with_instance_id"),
    "LoadPanopticAnnotations": ("with_bbox", "with_mask", "with_seg"),
}


def every(steps):
    """Those, too, that another step does to each of several images."""
    for step in steps:
        yield step
        yield from every([arm for arm in step.get("transforms") or [] if hasattr(arm, "get")])


def loads(steps, what):
    return any([step.get(what, what in DEFAULTS.get(kind(step), ())) for step in every(steps)])


def frames(steps):
    """How many images of a video make a sample; None where it is one image."""
    for step in steps:
        if step.get("num_ref_imgs") is not None:
            return 1 + step["num_ref_imgs"]
    return None


def _first_of(package, places, name):
    for place in places:
        try:
            found = getattr(importlib.import_module(package + place), name, None)
        except ImportError:
            found = None
        if found is not None and _vramlint.is_known(found):
            return found
    return None


def count_objects(steps):
    if any([kind(step) == "LoadEmptyAnnotations" for step in steps]):
        return 0
    _vramlint.assume(
        f"how many objects an image shows depends on the data: {boxes_most} are taken, as many as one of COCO at most",
        boxes_most)
    return boxes_most


def within(boxes, height, width):
    """Corners of boxes lie in their picture."""
    return _vramlint.ranges(boxes, 0, max(height, width))


def boxes_of(package, steps, count, height, width):
    tensor = within(torch.empty(count, 4), height, width)
    kinds = [step["box_type"] for step in steps if step.get("box_type")]
    homes = ".structures.bbox", ".structures"
    find = _first_of(package, homes, "get_box_type")
    if find is None and any([kind(step) in DEFAULTS for step in steps]):  # it loads them as mmdet does
        find = _first_of("mmdet", homes, "get_box_type")
    return tensor if find is None else find(kinds[-1] if kinds else "hbox")[1](tensor)


def masks_of(package, count, height, width):
    made = _first_of(package, (".structures.mask", ".core.mask", ".core"), "BitmapMasks")
    if made is None:
        return numpy.zeros((count, height, width), dtype=numpy.uint8)
    return made(numpy.zeros((count, height, width), dtype=numpy.uint8), height, width)


def patch_mask(step):
    """Which patches of an image are hidden."""
    sides = step.get("input_size", 14)
    height, width = [side // step.get("model_patch_size", 1) for side in ([sides] * 2 if isinstance(sides, int) else sides)]
    return torch.empty(height, width, dtype=torch.bool)


def annotated(package, steps, meta):
    """The results that come to the packing step; the image itself is put in later."""
    borrow(package)
    results = {**meta, "img_path": meta["filename"], "img_id": 0, "sample_idx": 0}
    height, width = meta["img_shape"]
    if loads(steps, "with_bbox"):
        count = count_objects(steps)
        results["gt_bboxes"] = boxes_of(package, steps, count, height, width)
        results["gt_bboxes_labels"] = torch.empty(count, dtype=torch.int64)
        results["gt_ignore_flags"] = numpy.zeros(count, dtype=bool)
        if loads(steps, "with_mask"):
            results["gt_masks"] = masks_of(package, count, height, width)
    else:
        results["gt_label"] = 0
    for step in steps:
        if kind(step).endswith("MaskGenerator"):
            results["mask"] = patch_mask(step)
        if "homography_matrix" in (step.get("meta_keys") or ()):  # of all that has moved the image's points
            results["homography_matrix"] = torch.empty(3, 3).numpy()
        if kind(step) == "LoadProposals":
            most = step.get("num_max_proposals") or 2000
            results["proposals"] = numpy.zeros((most, 4), dtype=numpy.float32)
            results["proposals_scores"] = numpy.zeros(most, dtype=numpy.float32)
    if loads(steps, "with_seg"):
        results["gt_seg_map"] = numpy.zeros((height, width), dtype=numpy.uint8)
    count = frames(steps)
    return results if count is None else of_frames(results, count)


def of_frames(results, count):
    made = {name: [value] * count for name, value in results.items()}
    made["frame_id"] = list(range(count))
    made["key_frame_flags"] = [True] + [False] * (count - 1)
    if "gt_bboxes" in results:
        boxes = len(results["gt_bboxes"])
        made["gt_bboxes"] = [numpy.zeros((boxes, 4), dtype=numpy.float32) for _ in range(count)]
        made["gt_bboxes_labels"] = [numpy.zeros(boxes, dtype=numpy.int64) for _ in range(count)]
        made["gt_instances_ids"] = [numpy.zeros(boxes, dtype=numpy.int64) for _ in range(count)]
    return made


def _each(images, make):
    return [make() for _ in range(images.shape[0])]


def _masks(package, steps, images):
    _, _, height, width = images.shape
    return _each(images, lambda: masks_of(package, boxes_most, height, width))


def _seg_map(package, steps, images):
    count, _, height, width = images.shape
    for step in steps:
        if kind(step) == "SegRescale":
            height, width = int(height * step.get("scale_factor", 1)), int(width * step.get("scale_factor", 1))
    return torch.empty(count, 1, height, width, dtype=torch.int64).cuda()


# What mmcv 1.x's projects put together under these names (`Collect`).
COLLECTED = {
    "gt_label": lambda package, steps, images: torch.empty(images.shape[0], dtype=torch.int64).cuda(),
    "gt_semantic_seg": _seg_map,
    "gt_bboxes": lambda package, steps, images: _each(images, lambda: within(torch.empty(count_objects(steps), 4), *images.shape[2:]).cuda()),
    "gt_bboxes_ignore": lambda package, steps, images: _each(images, lambda: torch.empty(0, 4).cuda()),
    "gt_labels": lambda package, steps, images: _each(images, lambda: torch.empty(boxes_most, dtype=torch.int64).cuda()),
    "gt_masks": _masks,
    "proposals": lambda package, steps, images: _each(images, lambda: torch.empty(2000, 4).cuda()),
}


def _stated(key):
    """What `data:` says that one sample has under the key."""
    for pattern, name, sizes in _run.stated_data():
        if pattern == key:
            return lambda package, steps, images: torch.empty(images.shape[0], *sizes, dtype=getattr(torch, name)).cuda()
    return None


# Of `LoadAnnotations`, in mmcv 1.x's projects.
OPTIONS = (
    "type", "reduce_zero_label", "file_client_args", "backend_args", "imdecode_backend", "with_bbox", "with_label",
    "with_mask", "with_seg", "with_text", "poly2mask", "denorm_bbox", "with_seg_3d", "seg_3d_dtype")


def doubt_label_map(key, steps, images):
    """A step that a project has made its own may load something else."""
    height, width = images.shape[2:]
    for step in steps:
        more = [name for name in step if name not in OPTIONS] if kind(step) == "LoadAnnotations" else []
        if more:
            _vramlint.assume(f"samples of `LoadAnnotations` with `{more[0]}` are taken to hold what mmseg's hold; "
                             f"`data: {{{key}: \"int64[1, {height}, {width}]\"}}` says otherwise")


def collected(package, steps, images):
    """By the keys of the pipeline's Collect; a label map where it has none."""
    keys = [key for step in steps if kind(step) == "Collect" for key in step.get("keys") or []]
    named = [key for key in keys if key not in ("img", "img_metas")]
    made = {}
    borrow(package)
    for key in named if keys else ["gt_semantic_seg"]:
        make = _stated(key) or COLLECTED.get(key)
        if make is _seg_map:
            doubt_label_map(key, steps, images)
        made[key] = make(package, steps, images) if make else _vramlint.unknown(
            f"what `{key}` of the pipeline's Collect holds is not known")
    return made
