"""What a data sample of mmpose holds: the targets that the codec of `GenerateTarget` makes of one person's keypoints (mmpose
1.3, mmpose/codecs)."""
import _vramlint
import numpy
from vramlint_openmmlab.sizes import kind


def zeros(*shape):
    return numpy.zeros(shape, dtype=numpy.float32)


def heads(model):
    found = model.get("head") or []
    return found if isinstance(found, (list, tuple)) else [found]


def channels(model):
    """How many maps or points the head makes."""
    for head in heads(model):
        for name in ("out_channels", "num_joints", "num_keypoints"):
            if isinstance(head.get(name), int):
                return head[name]
    _vramlint.unsupported("how many keypoints the model's head makes is not known: it has no `out_channels` or `num_joints`")


def heatmaps(codec, count):
    width, height = codec["heatmap_size"]
    points = count // 3 if codec.get("heatmap_type") == "combined" else count  # udp_heatmap.py: a map and two offsets each
    return {"heatmaps": zeros(count, height, width), "keypoint_weights": zeros(1, points)}


def places(codec, count):
    return {"keypoint_labels": zeros(1, count, 2), "keypoint_weights": zeros(1, count)}


def classified(codec, count):
    """simcc_label.py: each axis in bins, a bin a pixel times the ratio."""
    width, height = [round(side * codec.get("simcc_split_ratio", 2.0)) for side in codec["input_size"]]
    return {"keypoint_x_labels": zeros(1, count, width), "keypoint_y_labels": zeros(1, count, height),
            "keypoint_weights": zeros(1, count)}


def both(codec, count):
    return {**heatmaps(codec, count), **places(codec, count)}


CODECS = {"MSRAHeatmap": heatmaps, "UDPHeatmap": heatmaps, "MegviiHeatmap": heatmaps, "RegressionLabel": places,
          "SimCCLabel": classified, "IntegralRegressionLabel": both}


def encoded(codec, count):
    make = CODECS.get(kind(codec))
    if make is None:
        _vramlint.unsupported(f"what the codec {kind(codec)} makes of keypoints is not described")
    made = make(codec, count)
    fields = {name: name for name in made if name == "heatmaps"}
    labels = {name: name for name in made if name != "heatmaps"}
    return made, fields, labels


def targets(step, count):
    """Of one codec; of several by level or side by side (common_transforms.py, GenerateTarget)."""
    codecs = step["encoder"]
    if not isinstance(codecs, (list, tuple)):
        made, fields, labels = encoded(codecs, count)
        return {**made, "field_mapping_table": fields, "label_mapping_table": labels}
    results, all_fields, all_labels = {}, {}, {}
    for codec in codecs:
        made, fields, labels = encoded(codec, count)
        all_fields.update(fields)
        all_labels.update(labels)
        for name, value in made.items():
            listed = step.get("multilevel") or name == "keypoint_weights"
            results[name] = results.get(name, []) + [value] if listed else value
    return {**results, "field_mapping_table": all_fields, "label_mapping_table": all_labels}


def posed(model, steps, meta):
    """The results that come to PackPoseInputs."""
    height, width = meta["img_shape"]
    results = {**meta, "id": 0, "img_id": 0, "img_path": meta["filename"], "input_size": (width, height),
               "input_center": zeros(2), "input_scale": zeros(2), "img": numpy.zeros((height, width, 3), dtype=numpy.uint8)}
    for step in steps:
        if kind(step) == "GenerateTarget":
            results.update(targets(step, channels(model)))
    return results
