"""What is known of a run before it is made: how far it may be, and how many classes its label maps may show."""
import _vramlint


def tell_progress(cfg):
    """How far the training is: models that change on the way ask the message hub for it. Others do not look at how long
    it runs, and are alike in configs that differ in that."""
    from mmengine.logging import MessageHub

    MessageHub.get_current_instance()._asks(lambda: progress(cfg))


def progress(cfg):
    known = {}
    for name, unit in (("epoch", "max_epochs"), ("iter", "max_iters")):
        most = (cfg.get("train_cfg") or {}).get(unit)
        if isinstance(most, int) and most > 0:
            known[unit] = most
            known[name] = _vramlint.between(0, most // 2, most - 1, f"the runner's `{name}` depends on how far the training is")
    return known


def label_heads(model):
    """Those that learn label maps."""
    found = [model.get("decode_head"), model.get("panoptic_head")]
    return [head for each in found for head in (each if isinstance(each, (list, tuple)) else [each]) if head is not None]


def class_count(head):
    counts = [head.get(name) for name in ("num_classes", "num_things_classes", "num_stuff_classes")]
    return sum([count for count in counts if isinstance(count, int)])


def bound_classes(cfg, samples):
    """An image shows between one and all of the classes. Where nothing says how many, the middle between them is taken on
    the scale on which 1 to 10 is as far as 10 to 100."""
    most = max([class_count(head) for head in label_heads(cfg["model"])], default=1)
    if most > 1:
        shown = _vramlint.between(1, round(most**0.5), most)
        for each in samples:
            if "gt_sem_seg" in each:
                _vramlint.has_distinct(list(each.gt_sem_seg.values())[0], shown)
