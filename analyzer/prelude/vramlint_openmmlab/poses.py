"""What a data sample of mmpose holds: the targets that the codec of `GenerateTarget` makes of one person's keypoints (mmpose
1.3, mmpose/codecs)."""
import _vramlint
import numpy
from vramlint_openmmlab.sizes import kind


people_most = 30  # no image of COCO has keypoints of more


def crowd():
    _vramlint.assume(f"how many people an image shows depends on the data: {people_most} are taken, as many as one of COCO's "
                     "that has keypoints", people_most)
    return people_most


def zeros(*shape):
    return numpy.zeros(shape, dtype=numpy.float32)


def heads(model):
    found = model.get("head") or []
    return found if isinstance(found, (list, tuple)) else [found]


COUNTS = ("out_channels", "num_joints", "num_keypoints")


def channels(model, built):
    """How many maps or points the head makes: the config's, else that of a model that holds others."""
    for head in heads(model):
        for name in COUNTS:
            if isinstance(head.get(name), int):
                return head[name]
    for name, module in built.named_modules():
        if name.split(".")[-1] in ("head", "pose_head"):
            for count in COUNTS:
                if isinstance(getattr(module, count, None), int):
                    return getattr(module, count)
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


def displaced(codec, count):
    """spr.py: the roots of people, and from every pixel the way to each of the points."""
    width, height = codec["heatmap_size"]
    maps = count + 1 if codec.get("generate_keypoint_heatmaps") else 1
    return {"heatmaps": zeros(maps, height, width), "heatmap_weights": zeros(maps, height, width),
            "displacements": zeros(2 * count, height, width), "displacement_weights": zeros(2 * count, height, width)}


def decoupled(codec, count):
    """decoupled_heatmap.py: all people in one set of maps, and each in a set of his own."""
    width, height = codec["heatmap_size"]
    shown = min(crowd(), codec.get("encode_max_instances", 30))
    return {"heatmaps": zeros(count + 1, height, width), "instance_heatmaps": zeros(shown * count, height, width),
            "keypoint_weights": zeros(shown, count), "instance_coords": numpy.zeros((shown, 2), dtype=numpy.int32)}


# Those that draw point by point; what they make has a shape that is known without drawing.
CODECS = {"MSRAHeatmap": heatmaps, "UDPHeatmap": heatmaps, "MegviiHeatmap": heatmaps, "RegressionLabel": places,
          "SimCCLabel": classified, "IntegralRegressionLabel": both, "SPR": displaced, "DecoupledHeatmap": decoupled}
FIELDS = ("heatmaps", "heatmap_weights", "displacements", "displacement_weights", "instance_heatmaps")  # the rest are labels


def encoded(codec, count):
    made = CODECS[kind(codec)](codec, count)
    fields = {name: name for name in made if name in FIELDS}
    labels = {name: name for name in made if name not in FIELDS}
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


def described(step):
    codecs = step["encoder"]
    return all([kind(codec) in CODECS for codec in (codecs if isinstance(codecs, (list, tuple)) else [codecs])])


def people(cfg, points, meta):
    """What a dataset says of the people in an image: of one where each is cut out, else of as many as an image shows."""
    shown = crowd() if cfg.get("data_mode") == "bottomup" else 1
    height, width = meta["img_shape"]
    return {"keypoints": numpy.random.rand(shown, points, 2).astype(numpy.float32) * width,
            "keypoints_visible": numpy.ones((shown, points), dtype=numpy.float32),
            "bbox": numpy.random.rand(shown, 4).astype(numpy.float32), "bbox_score": numpy.ones(shown, dtype=numpy.float32),
            "area": numpy.random.rand(shown).astype(numpy.float32), "category_id": [1] * shown,
            "bbox_scale": numpy.random.rand(shown, 2).astype(numpy.float32)}


def posed(cfg, built, transforms, steps, meta):
    """The results that come to PackPoseInputs. What a codec makes that is not described here, its source says."""
    height, width = meta["img_shape"]
    results = {**meta, "id": 0, "img_id": 0, "img_path": meta["filename"], "input_size": (width, height),
               "input_center": zeros(2), "input_scale": zeros(2), "img": numpy.zeros((height, width, 3), dtype=numpy.uint8)}
    for step in steps:
        if kind(step) == "GenerateTarget" and described(step):
            results.update(targets(step, channels(cfg["model"], built)))
        elif kind(step) == "GenerateTarget":
            results.update(people(cfg, channels(cfg["model"], built), meta))
            results = transforms.build(step).transform(results)
    return results
