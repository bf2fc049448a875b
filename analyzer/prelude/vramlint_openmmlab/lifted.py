"""Samples of nets that lift poses into space (mmpose 1.3): points of a person in some frames, and where they are in space in the
frames that are asked for. No image is read; what the codec of `GenerateTarget` makes of the points, its source says."""
import _vramlint
import numpy
from vramlint_openmmlab.sizes import kind

READERS = ("LoadImage",)


def codec_of(steps):
    """The codec whose points a sample has; None where a step reads an image or there is none."""
    if any([kind(step).startswith(READERS) for step in steps]) or not any([kind(step) == "PackPoseInputs" for step in steps]):
        return None
    found = [step["encoder"] for step in steps if kind(step) == "GenerateTarget"]
    return found[0] if len(found) == 1 and hasattr(found[0], "get") else None


def are_made(steps):
    return codec_of(steps) is not None


def some(*shape):
    return numpy.random.rand(*shape).astype(numpy.float32)


def recorded(dataset, points):
    """What a motion-capture set says of one sample (base_mocap_dataset.py): of so many frames one is asked for, or each of
    several."""
    several = dataset.get("multiple_target") or 0
    frames = several or dataset.get("seq_len", 1)
    asked = several or 1
    return {"keypoints": some(frames, points, 2), "keypoints_visible": some(frames, points),
            "lifting_target": some(asked, points, 3), "lifting_target_visible": some(asked, points),
            "factor": some(frames) if dataset.get("factor_file") else numpy.zeros(frames, dtype=numpy.float32),
            "camera_param": {"w": 1000, "h": 1000, "f": some(2, 1), "c": some(2, 1), "R": some(3, 3), "T": some(3, 1)},
            "id": 0, "category_id": 1, "img_ids": list(range(frames)), "target_img_path": ["0.jpg"] * asked}


def made(package, dataset, steps):
    """(inputs, data sample), as the project's own steps make them."""
    import importlib

    transforms = importlib.import_module(package + ".registry").TRANSFORMS
    points = codec_of(steps).get("num_keypoints")
    if not isinstance(points, int):
        _vramlint.unsupported("how many points a pose has is not known: the codec has no `num_keypoints`")
    results = recorded(dataset, points)
    for step in steps:
        if kind(step) in ("GenerateTarget", "PackPoseInputs"):
            results = transforms.build(step).transform(results)
    return [(results["inputs"], results["data_samples"])]
