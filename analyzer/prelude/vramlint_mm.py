"""The training program of an OpenMMLab project, as far as memory is concerned: model, batch and forward pass."""
import importlib

import _vramlint
import torch
from vramlint_openmmlab import branches, clips, lifted
from vramlint_openmmlab.clouds import batch, loads_scenes, scene
from vramlint_openmmlab.collating import collated
from vramlint_openmmlab.derived import through_own
from vramlint_openmmlab.metas import known_size, meta, told
from vramlint_openmmlab.poses import posed
from vramlint_openmmlab.samples import annotated, collected, frames, packer
from vramlint_openmmlab.sizes import BOUNDS, SIZES, kind, padded, pair, scale_of, through
from vramlint_openmmlab.texts import add_texts, pack_texts
from vramlint_openmmlab.told import bound_classes, tell_progress

# Packages of the family that a repository may hold, or have installed.
PACKAGES = ("mmseg", "mmdet3d", "mmpose", "mmrotate", "mmaction", "mmocr", "mmedit", "mmdet", "mmcls", "mmpretrain")
BUILDERS = ("build_segmentor", "build_detector", "build_model", "build_classifier", "build_posenet")


def is_new(cfg):
    return "optim_wrapper" in cfg or "train_dataloader" in cfg


def import_extras(cfg):
    extras = cfg.get("custom_imports") or {}
    names = extras.get("imports") or []
    for name in [names] if isinstance(names, str) else names:
        try:
            importlib.import_module(name)
        except ImportError:
            if not extras.get("allow_failed_imports"):
                raise


def project(cfg):
    names = [cfg["default_scope"]] if cfg.get("default_scope") else PACKAGES
    for name in names:
        try:
            found = importlib.import_module(name + ".models")
            if not found.__file__.startswith("<vramlint>/"):  # ours have only what other projects borrow
                return name, found
        except ModuleNotFoundError as error:
            if str(error) not in (f"No module named '{name}'", f"No module named '{name}.models'"):
                raise
    raise ModuleNotFoundError(
        "none of " + ", ".join(names) + " is under the root or the search paths: the model's source is not there; "
        "add --python-path, or `python_path:` in vramlint.yaml"
    )


def model(cfg):
    name, models = project(cfg)
    import_extras(cfg)
    if is_new(cfg):
        registry = importlib.import_module(name + ".registry")
        from mmengine.registry import DefaultScope

        DefaultScope.get_instance("vramlint", scope_name=name)
        built = registry.MODELS.build(whole_model(cfg)).to("cuda")
    else:
        built = build_old(models, cfg)
    built.train()  # whose result is the model's own
    return built


def whole_model(cfg):
    """The runner hands the preprocessor that the config sets to a model that has none of its own."""
    settings = cfg["model"]
    if cfg.get("data_preprocessor") is None or "data_preprocessor" in settings:
        return settings
    return {**settings, "data_preprocessor": cfg["data_preprocessor"]}


def build_old(models, cfg):
    for name in BUILDERS:
        build = getattr(models, name, None)
        if build is not None:
            built = build(cfg["model"], train_cfg=cfg.get("train_cfg"), test_cfg=cfg.get("test_cfg"))
            if cfg.get("fp16") is not None:
                from mmcv.runner import wrap_fp16_model

                wrap_fp16_model(built)
            return built
    raise AttributeError("the project's `models` have none of " + ", ".join(BUILDERS))


# ---------------------------------------------------------------- the batch


def training_loader(cfg):
    if is_new(cfg):
        return cfg["train_dataloader"]
    data = cfg["data"]
    return {**data, **(data.get("train_dataloader") or {})}


def stacks(cfg):
    """Whether samples are put together by default_collate, which makes one tensor of their images."""
    return "default_collate" in str((training_loader(cfg).get("collate_fn") or {}).get("type"))


def training_set(cfg):
    found = cfg["train_dataloader"]["dataset"] if is_new(cfg) else cfg["data"]["train"]
    while True:
        if isinstance(found, (list, tuple)):
            found = found[0]
        elif "pipeline" in found and found["pipeline"]:
            return found
        elif "dataset" in found:
            found = found["dataset"]
        elif "datasets" in found:
            found = found["datasets"]
        else:
            return found


def pipeline(cfg):
    steps = training_set(cfg).get("pipeline")
    if not steps:
        _vramlint.unsupported("the training dataset has no `pipeline`, so that the size of the images is not known; give it as "
                              "`inputs:` of a recipe for this config in vramlint.yaml")
    return steps


def pipelines(cfg):
    """Every step, from the file to the batch: those of a dataset that is wrapped come before the wrapper's."""
    return steps_within(training_set(cfg)) + list(scaled_by(training_set(cfg).get("dynamic_scale"), pipeline(cfg)))


def steps_within(dataset):
    """Of the sets that it wraps, the innermost first; of several sets side by side, of the first."""
    inner = dataset.get("dataset") or dataset.get("datasets")
    if isinstance(inner, (list, tuple)):
        inner = inner[0] if inner else None
    return steps_within(inner) + list(inner.get("pipeline") or []) if isinstance(inner, dict) else []


def scaled_by(scale, steps):
    """A dataset may hold the scale to which its steps resize."""
    if scale is None:
        return steps
    return [{**step, "img_scale": scale} if kind(step) == "Resize" and scale_of(step) is None else step for step in steps]


def samples(cfg):
    loader = training_loader(cfg)
    count = loader.get("batch_size" if is_new(cfg) else "samples_per_gpu")
    return 1 if count is None else count  # the default of mmcv 1.x's projects and of torch's DataLoader


def preprocessor(cfg):
    """What is done to images: a preprocessor of branches has that of each."""
    found = cfg.get("data_preprocessor") or cfg["model"].get("data_preprocessor") or {}
    return found.get("data_preprocessor") or found


def batched(cfg, size):
    """What the preprocessor makes of images of that size, in mmengine's line."""
    if not is_new(cfg):
        return size
    settings = preprocessor(cfg)
    augments = settings.get("batch_augments") or []
    # Those of classifiers (mmpretrain's RandomBatchAugment) are settings of one that mixes, which changes no size.
    resizing = [] if isinstance(augments, dict) else [step for step in augments if kind(step) == "BatchResize"]
    size = through(resizing, BOUNDS, size)
    if settings.get("size") is not None:
        return padded({"size": settings["size"]}, size)
    divisor = settings.get("size_divisor") or settings.get("pad_size_divisor")
    return padded({"size_divisor": divisor}, size) if divisor else size


def views(cfg):
    """Sizes of the images that are made of one; that of the image where it is one."""
    for step in pipeline(cfg):
        if kind(step) == "MultiView":
            counts = step["num_views"]
            counts = [counts] if isinstance(counts, int) else counts
            return [size_of(cfg, arm) for arm, count in zip(step["transforms"], counts) for _ in range(count)]
        if step.get("second_size") is not None:
            return [size_of(cfg, pipelines(cfg)), pair(step["second_size"])]
    return [size_of(cfg, pipelines(cfg))]


def image_size(cfg):
    """(height, width) of the images as the network gets them."""
    return views(cfg)[0]


def size_of(cfg, steps):
    size = batched(cfg, through(steps, SIZES))
    if size is not None:
        return size
    size = batched(cfg, through(steps, BOUNDS))
    if size is None:
        size = batched(cfg, through_own(lambda: project(cfg), steps, SIZES))
        if size is not None:
            return size
        size = batched(cfg, through_own(lambda: project(cfg), steps, BOUNDS))
    if size is None:
        _vramlint.unsupported(
            "the training pipeline fixes no image size (no crop, pad or resize to one size); give it as `inputs:` of "
            "a recipe for this config in vramlint.yaml"
        )
    _vramlint.assume(
        f"images keep their ratio, so that their size depends on the data: the largest, {size[0]} x {size[1]}, is taken",
        size[0],
    )
    return size


# Steps that load what is no image file: arrays with as many channels as the data has.
ARRAY_LOADERS = ("LoadImageFromNpyFile", "LoadSingleRSImageFromFile")


PICTURES = ("LoadImageFromFile", "LoadImageFromFileMono3D", "LoadMultiViewImageFromFiles")


def loads_arrays(cfg):
    return any([kind(step) in ARRAY_LOADERS for step in pipeline(cfg)])


def channels(cfg):
    mean = preprocessor(cfg).get("mean") if is_new(cfg) else None
    for step in pipeline(cfg):
        if str(step.get("type")).endswith("Normalize") and "mean" in step:
            mean = step["mean"]
    if mean is not None and len(mean) > 1:  # one is taken from all
        return len(mean)
    taken = (cfg["model"].get("backbone") or {}).get("in_channels")
    if mean is not None:
        return 3 if loads_colours(cfg) else 1
    if not loads_arrays(cfg) or not isinstance(taken, int):
        return 3
    _vramlint.assume(f"the images are arrays with as many channels as the backbone takes, {taken}, in float32",
                     taken)
    return taken


def loads_colours(cfg):
    loaded = [step for step in pipeline(cfg) if kind(step).startswith("LoadImageFrom")]
    return any([step.get("color_type") not in ("grayscale", "unchanged") for step in loaded])


_drawn = []  # the config and its samples, once they are drawn


def own_samples(cfg):
    """Those that the project's own steps make; None where a sample is described instead."""
    if not is_new(cfg):
        return None
    steps = pipelines(cfg)
    if not (clips.are_made(steps) or lifted.are_made(steps)):
        return None
    if not _drawn or _drawn[0] is not cfg:
        _drawn[:] = [cfg, drawn(cfg)]
    return _drawn[1]


def drawn(cfg):
    from mmengine.registry import DefaultScope

    name = project(cfg)[0]
    import_extras(cfg)
    DefaultScope.get_instance("vramlint", scope_name=name)
    if lifted.are_made(pipelines(cfg)):
        return lifted.made(name, training_set(cfg), pipelines(cfg))
    return clips.made(name, cfg["model"], training_set(cfg))


def image(cfg):
    """The tensor spec of the batch's images, as they reach the GPU; of scenes and branches, only which ones they are."""
    steps = pipelines(cfg)
    if is_new(cfg) and loads_scenes(steps):
        return torch.int64[(samples(cfg),)]
    if branched(cfg):
        return torch.int64[(samples(cfg),)]
    made = own_samples(cfg)
    if made is not None:
        return clips.spec(made, samples(cfg))
    height, width = image_size(cfg)
    dtype = "uint8" if is_new(cfg) and loads_bytes(cfg) else "float32"
    count = frames(steps)
    many = () if count is None else (count,)
    return getattr(torch, dtype)[(samples(cfg), *many, channels(cfg), height, width)]


def loads_bytes(cfg):
    for step in pipelines(cfg):
        name = str(step.get("type"))
        if step.get("to_float32") or name.startswith(("LoadBiomedical", "LoadMultipleRS")):
            return False
    return not loads_arrays(cfg)


# ---------------------------------------------------------------- the step


def forward(cfg, model, inputs):
    return forward_new(cfg, model, inputs[0]) if is_new(cfg) else forward_old(cfg, model, inputs[0])


def forward_old(cfg, model, images):
    count, _, height, width = images.shape
    steps = pipelines(cfg)
    data = dict(img=images, img_metas=[told(steps, meta(height, width, i)) for i in range(count)])
    data.update(collected(project(cfg)[0], steps, images))
    return model.train_step(data, None)


def forward_new(cfg, model, images):
    tell_progress(cfg)
    steps = pipelines(cfg)
    if loads_scenes(steps):
        return losses_of(model, model.data_preprocessor(scenes(cfg, images.shape[0]), True))
    made = own_samples(cfg)
    if made is not None:
        return stepped(cfg, model, clips.batch(made, images))
    if branched(cfg):
        return stepped(cfg, model, of_branches(cfg, model, images.shape[0]))
    count, *_, height, width = images.shape
    inputs = list(images.unbind(0))
    sizes = views(cfg)
    if len(sizes) > 1:
        inputs = [images] + [torch.empty(*images.shape[:2], *size, dtype=images.dtype).cuda() for size in sizes[1:]]
    elif stacks(cfg):
        inputs = images
    data = dict(inputs=inputs, data_samples=[sample_of(cfg, model, steps, height, width, i) for i in range(count)])
    return stepped(cfg, model, collated(project(cfg)[0], training_loader(cfg), data))


def stepped(cfg, model, data):
    loop = cfg.get("train_cfg")  # by name: how long it runs concerns nothing here
    if loop is not None and loop.get("other_loaders"):  # mmaction's loop over several sets
        torch.empty(1, device="cuda") + _vramlint.unknown("the batches of `train_cfg.other_loaders` are not drawn")
    data = model.data_preprocessor(data, True)
    if isinstance(data, dict):
        bound_classes(cfg, data.get("data_samples") or [])
    return losses_of(model, data)


def losses_of(model, data):
    losses = model._run_forward(data, mode="loss")
    loss, log_vars = model.parse_losses(losses)
    return dict(loss=loss, log_vars=log_vars, losses=losses, data=data)


def scenes(cfg, count):
    steps, package = pipelines(cfg), project(cfg)[0]
    size = size_of(cfg, steps) if any([kind(step) in PICTURES for step in steps]) else None
    known = {} if size is None else known_size(*size, 0)
    return batch([scene(package, training_set(cfg), steps, known, size) for _ in range(count)])


def branched(cfg):
    return is_new(cfg) and branches.are_made(training_loader(cfg))


def of_branches(cfg, built, count):
    pack = lambda steps, height, width, number: sample_of(cfg, built, steps, height, width, number)
    return branches.batch(training_loader(cfg), count, channels(cfg), lambda steps: size_of(cfg, steps), pack)


def sample_of(cfg, built, steps, height, width, number):
    last = packer(steps)
    if last is None or kind(last) == "PackSegInputs":
        return segmented(cfg, height, width, number)
    name = project(cfg)[0]
    known = known_size(height, width, number)
    transforms = importlib.import_module(name + ".registry").TRANSFORMS
    results = posed(cfg, built, transforms, steps, known) if kind(last) == "PackPoseInputs" else annotated(name, steps, known)
    by_language = cfg["model"].get("language_model") is not None
    if by_language:
        add_texts(name, training_set(cfg), cfg["model"], steps, results)
    made = packed(transforms.build(last), results)
    if by_language:
        pack_texts(cfg["model"], results, made)
    return made


def packed(step, results):
    """What the step lacks, the steps before it have loaded, and what they load is not known here."""
    try:
        return step.transform(results)["data_samples"]
    except Exception as error:
        _vramlint.unsupported(f"what `{type(step).__name__}` packs is not modelled: {error}")


def segmented(cfg, height, width, number):
    from mmengine.structures import PixelData
    from mmseg.structures import SegDataSample

    made = SegDataSample(metainfo=meta(height, width, number))
    made.set_metainfo(dict(img_shape=(height, width), ori_shape=(height, width), pad_shape=(height, width)))
    made.gt_sem_seg = PixelData(data=torch.empty(1, height, width, dtype=torch.int64))
    for step in pipeline(cfg):
        if step.get("type") == "GenerateEdge":
            made.gt_edge_map = PixelData(data=torch.empty(1, height, width, dtype=torch.int64))
        if step.get("type") == "LoadDepthAnnotation":
            made.gt_depth_map = PixelData(data=torch.empty(1, height, width))
    return made
