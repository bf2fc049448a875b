"""What annotation files say of one sample of a video, by the names that mmaction's datasets use (mmaction 1.2,
mmaction/datasets): a record has all of them, and a step takes those that it knows."""
import importlib

import _run
import _vramlint
import numpy
from numpy._array import made
from numpy._sizes import some
from vramlint_openmmlab.samples import boxes_most
from vramlint_openmmlab.sizes import kind
from vramlint_pictures import know, size_of

FRAMES = 300  # of a skeleton, where nothing says how many: no video of NTU RGB+D has more
JOINTS = 17
KEY = "000001,0902"  # of a frame: the video and the second
SIZE = 1280, 720  # of a video's frames, where the steps do not say how large they make them whatever they were


def _zeros(*shape):
    return numpy.zeros(shape, dtype=numpy.float32)


def joints(package, model):
    """How many joints a skeleton has: by the graph of the model, else by the maps that it takes, one a joint."""
    backbone = model.get("backbone") or {}
    backbone = backbone.get("pose_pathway") or backbone
    graph = backbone.get("graph_cfg")
    if graph is not None:
        return importlib.import_module(package + ".models.utils").Graph(**graph).num_node
    taken = backbone.get("in_channels")
    if isinstance(taken, int):
        return taken
    _vramlint.assume(f"how many joints a skeleton has depends on the data: {JOINTS} are taken, as in COCO", JOINTS)
    return JOINTS


def skeleton(package, model, steps):
    """One person's; in three dimensions where no step takes how sure its points are."""
    frames = FRAMES
    _vramlint.assume(f"how many frames a skeleton has depends on the data: {frames} are taken, as many as NTU RGB+D's have at most",
                     frames)
    solid = any([kind(step) == "PreNormalize3D" for step in steps])
    count = joints(package, model)
    points = made(None, (1, frames, count, 3 if solid else 2), "float32")
    found = {"keypoint": points, "total_frames": frames}
    return found if solid else {**found, "keypoint_score": made(None, (1, frames, count), "float32")}


def shown(settings):
    """Who is in a frame, and what each of them does."""
    _vramlint.assume(f"how many people a frame shows depends on the data: {boxes_most} are taken, as many as there are objects in "
                     "one image of COCO at most", boxes_most)
    return {"gt_bboxes": _zeros(boxes_most, 4), "gt_labels": _zeros(boxes_most, settings.get("num_classes") or 81),
            "entity_ids": numpy.zeros(boxes_most, dtype=numpy.int64)}


def proposals():
    """What detectors found in the frame of the record, as sure as can be."""
    return {KEY: numpy.ones((boxes_most, 5), dtype=numpy.float32)}


def timed(settings):
    found = {"video_id": "000001", "img_key": KEY, "timestamp": 902, "fps": 30}
    if any([kind(step) == "SampleAVAFrames" for step in settings["pipeline"]]):
        found["ann"] = shown(settings)
    return found


def measured():
    length = _run.number("how long a video is is not known")
    return {"duration_second": length, "duration_frame": length, "feature_frame": length,
            "annotations": [{"segment": [0.0, length], "label": "000001"}]}


def size_of_frames():
    width, height = size_of("")
    if not _vramlint.is_known(width):
        width, height = [some("the size of a video's frames is not known", 1) for _ in range(2)]
    return height, width


def know_frames():
    _vramlint.assume(f"how large a video's frames are depends on the data: {SIZE[0]} x {SIZE[1]} is taken", SIZE[0])
    know("", *SIZE)


def record(package, model, settings):
    """Of a training set with these settings."""
    steps = settings["pipeline"]
    frames, size = some("how many frames a video has is not known", 1), size_of_frames()
    found = {"filename": "000001.mp4", "frame_dir": "000001", "offset": 0, "audio_path": "000001.npy",
             "feature_path": "000001.csv", "video_name": "000001", "img_shape": size, "original_shape": size,
             "label": [0] if settings.get("multi_class") else 0, **timed(settings), **measured()}
    found.update({"shot_info": (0, frames)} if "ann" in found else {"total_frames": frames})
    if any([kind(step).startswith("Pose") or kind(step) in ("GenSkeFeat", "DecompressPose", "MMDecode") for step in steps]):
        found.update(skeleton(package, model, steps))
    return found
