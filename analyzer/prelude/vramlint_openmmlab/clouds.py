"""Samples of point clouds and of scenes whose objects stand in space: what the loading steps of the pipeline say of them, given
to the project's own packing step. How many points a cloud has, the pipeline says where it samples them; else the sensor does.
"""
import importlib

import _vramlint
import numpy
import torch
from vramlint_openmmlab.samples import packer
from vramlint_openmmlab.sizes import kind

# Points of one turn of the sensor that these sets were recorded with.
SWEEPS = {
    "KittiDataset": (104000, "the 104,000 that SemanticKITTI's 43,552 scans of the same sensor have on average"),
    "SemanticKittiDataset": (104000, "the 104,000 that its 43,552 scans have on average"),
    "NuScenesDataset": (34720, "32 rings of 1,085 (nuscenes.org: 1,080 +- 10 a ring)"),
    "NuScenesSegDataset": (34720, "32 rings of 1,085 (nuscenes.org: 1,080 +- 10 a ring)"),
    "WaymoDataset": (177000, "the 177,000 that a frame has on average (Sun et al., CVPR 2020)"),
    "LyftDataset": (72000, "40 beams by 1,800 angles of 0.2 degrees (level5 data sheet)"),
}
OTHER = (104000, "what a sensor of 64 beams gives, 104,000")
SEEN = 81.4 / 360  # of a turn, by KITTI's camera: 2 atan(1242 / (2 * 721.5))

# Objects of a scene, where nothing says it: outdoors half as many again as a frame of Waymo's has on average, 12 million in
# 200,000 (Sun et al., CVPR 2020); indoors the places that VoteNet's reader of ScanNet has for them (Qi et al., ICCV 2019).
OBJECTS = {"LiDAR": 100, "Camera": 100, "Depth": 64}


def kept_at_most(points, step):
    return _vramlint.between(_vramlint.fewer(1, points), points, points)


def sampled(points, step):
    return step["num_points"] if isinstance(step.get("num_points"), int) else points


def with_sweeps(points, step):
    return points * (1 + step.get("sweeps_num", 10))


def mixed(points, step):
    return _vramlint.between(points, points, 2 * points)


COUNTS = {"PointsRangeFilter": kept_at_most, "BackgroundPointsFilter": kept_at_most, "PointSample": sampled,
          "IndoorPointSample": sampled, "IndoorPatchPointSample": sampled, "LoadPointsFromMultiSweeps": with_sweeps,
          "PolarMix": mixed, "LaserMix": mixed}


def loads_scenes(steps):
    return any([kind(step) == "Pack3DDetInputs" or kind(step).startswith("LoadPoints") for step in steps])


def sweep(dataset):
    """(low, point, high) of what a file holds."""
    count, source = SWEEPS.get(kind(dataset), OTHER)
    if "reduced" in str(dataset.get("data_prefix")):
        count, source = int(count * SEEN), source + ", of which files called reduced have what the camera sees, 81 of 360 degrees"
    return count, source


def number_of_points(dataset, steps):
    count, source = sweep(dataset)
    points = _vramlint.between(count // 2, count, count * 3 // 2)
    for step in steps:
        if kind(step) in COUNTS:
            points = COUNTS[kind(step)](points, step)
    if not _vramlint.is_known(points):
        _vramlint.assume(f"how many points a file holds depends on the data: {source}, or from half of that to half as many again",
                         count)
    return points


def width(use_dim):
    return use_dim if isinstance(use_dim, int) else len(use_dim)


def features_of_points(steps):
    found = 3
    for step in steps:
        if kind(step) in ("LoadPointsFromFile", "LoadPointsFromDict"):
            found = width(step.get("use_dim", [0, 1, 2])) + bool(step.get("shift_height"))
        if kind(step) == "LoadPointsFromMultiSweeps":
            found = width(step.get("use_dim", [0, 1, 2, 4]))
        if kind(step) == "IndoorPatchPointSample" and step.get("use_normalized_coord"):
            found += 3
    return found


def box_type(dataset):
    usual = {"SUNRGBDDataset": "Depth", "ScanNetDataset": "Depth", "S3DISDataset": "Depth"}
    return dataset.get("box_type_3d") or usual.get(kind(dataset), "LiDAR")


def boxes(package, dataset, count):
    """Boxes of 7 numbers, without an angle where the set has none, with two of velocity where it has that."""
    name = kind(dataset)
    make, mode = importlib.import_module(package + ".structures").get_box_type(box_type(dataset))
    turned = name not in ("ScanNetDataset", "S3DISDataset")
    size = 9 if name == "NuScenesDataset" and dataset.get("with_velocity", True) else 7 if turned else 6
    return make(torch.empty(count, size), box_dim=size, with_yaw=turned), make, mode


def loading(steps):
    return [step for step in steps if kind(step).startswith("LoadAnnotations")]


def asked(steps, what, usual=False):
    return any([step.get(what, usual) for step in loading(steps)])


def labels_of_points(points, classes):
    """Labels from 0 on, with one of their own for what is ignored."""
    labels = torch.empty(points, dtype=torch.int64)
    return labels if classes is None else _vramlint.has_distinct(labels, _vramlint.between(1, classes + 1, classes + 1))


def labelled(steps, results, points, classes, count):
    """What the steps that load annotations put beside the boxes in space."""
    whole = lambda *size: torch.empty(*size, dtype=torch.int64)
    if asked(steps, "with_label_3d", True):
        results["gt_labels_3d"] = whole(count)
    if asked(steps, "with_attr_label"):
        results["attr_labels"] = whole(count)
    if asked(steps, "with_bbox"):
        results["gt_bboxes"] = torch.empty(count, 4)
    if asked(steps, "with_label", asked(steps, "with_bbox")):
        results["gt_bboxes_labels"] = whole(count)
    if asked(steps, "with_bbox_depth"):
        results["centers_2d"], results["depths"] = torch.empty(count, 2), torch.empty(count)
    if asked(steps, "with_seg_3d"):
        results["pts_semantic_mask"] = labels_of_points(points, classes)
    if asked(steps, "with_mask_3d"):
        results["pts_instance_mask"] = whole(points)


def turns(steps):
    """How points have been moved, in the words of the steps that move them."""
    flow = []
    for step in steps:
        flow += {"RandomFlip3D": ["HF"], "GlobalRotScaleTrans": ["R", "S", "T"]}.get(kind(step), [])
    return dict(transformation_3d_flow=flow, pcd_rotation=torch.eye(3), pcd_rotation_angle=0.0, pcd_scale_factor=1.0,
                pcd_trans=numpy.zeros(3), pcd_horizontal_flip=False, pcd_vertical_flip=False, affine_aug=False,
                trans_mat=numpy.eye(3, dtype=numpy.float32))


def each_view(steps, results, views):
    """What a MultiViewWrapper says of each of the pictures that it changes one by one."""
    wrapped = [step for step in steps if kind(step) == "MultiViewWrapper"]
    usual = ("scale", "scale_factor", "crop", "img_crop_offset", "ori_shape", "pad_shape", "img_shape", "flip", "flip_direction")
    for key in wrapped[0].get("collected_keys", usual) if wrapped else ():
        if key in results:
            results[key] = [results[key]] * views


def cameras(views):
    one = numpy.eye(4, dtype=numpy.float32)
    names = ("cam2img", "lidar2img", "depth2img", "lidar2cam", "ori_cam2img", "ori_lidar2img", "cam2global", "ego2global")
    return {name: one if views is None else [one] * views for name in names}


def view_count(steps):
    """How many pictures a sample has; None where it is one."""
    for step in steps:
        if kind(step) == "LoadMultiViewImageFromFiles":
            return step.get("num_views", 5) * (1 + max(step.get("num_ref_frames", 0), 0))
    return None


def class_count(dataset):
    names = (dataset.get("metainfo") or {}).get("classes")
    return None if names is None else len(names)


def scene(package, dataset, steps, known, size):
    """One sample as the packing step leaves it: `inputs` and `data_samples`."""
    views = view_count(steps)
    results = {**known, **turns(steps), **cameras(views), "sample_idx": 0, "num_views": views or 1, "num_ref_frames": 0}
    each_view(steps, results, views)
    made = {}
    points = None
    if any([kind(step).startswith("LoadPoints") for step in steps]):
        points = number_of_points(dataset, steps)
        made["points"] = torch.empty(points, features_of_points(steps))
    if size is not None:
        made["img"] = torch.empty(*(() if views is None else (views,)), 3, *size,
                                  dtype=torch.float32 if views is not None else torch.uint8)
    if loading(steps):
        results_of_boxes(package, dataset, steps, results)
        labelled(steps, results, points, class_count(dataset), OBJECTS.get(box_type(dataset), 100))
    last = packer(steps) or steps[-1]
    transforms = importlib.import_module(package + ".registry").TRANSFORMS
    packed = transforms.build(last).transform(results)
    packed["inputs"] = {key: made[key] for key in last["keys"] if key in made}
    return packed


def results_of_boxes(package, dataset, steps, results):
    count = OBJECTS.get(box_type(dataset), 100)
    found, make, mode = boxes(package, dataset, count)
    results["box_type_3d"], results["box_mode_3d"] = make, mode
    if asked(steps, "with_bbox_3d", True):
        _vramlint.assume(f"how many objects a scene holds depends on the data: {count} are taken", count)
        results["gt_bboxes_3d"] = found


def batch(scenes):
    """What the loader makes of samples: lists of their parts."""
    return dict(inputs={key: [scene["inputs"][key] for scene in scenes] for key in scenes[0]["inputs"]},
                data_samples=[scene["data_samples"] for scene in scenes])
