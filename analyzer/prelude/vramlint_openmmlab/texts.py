"""The texts that detectors by language are trained with: the names of the classes, or what a step of the pipeline samples of
them (mmdet 3.3, mmdet/datasets/transforms/text_transformers.py)."""
import importlib

import _vramlint
from vramlint_openmmlab.sizes import kind

NAMES = ("text", "tokens_positive", "custom_entities")
NAME, BETWEEN = "thing", ". "  # of a class: two tokens


def caption(tokens):
    """A caption of so many tokens with the two at its ends, and where the name of each class stands in it."""
    count, each = (tokens - 2) // 2, len(NAME) + len(BETWEEN)
    return (NAME + BETWEEN) * count, [[[i * each, i * each + len(NAME)]] for i in range(count)]


def class_names(package, dataset):
    """None where only the data tells."""
    told = (dataset.get("metainfo") or {}).get("classes")
    if told is None:
        made = importlib.import_module(package + ".registry").DATASETS.get(str(dataset["type"]).split(".")[-1])
        told = (getattr(made, "METAINFO", None) or {}).get("classes")
    if told is None or not _vramlint.is_known(told):
        return None
    return (told,) if isinstance(told, str) else tuple(told)


def add_texts(package, dataset, model, steps, results):
    """As the sampling step says; else the names of all classes."""
    sampling = [step for step in steps if kind(step) == "RandomSamplingNegPos"]
    names = None if sampling else class_names(package, dataset)
    if names is not None:
        results["text"], results["custom_entities"] = names, True
        return
    most = sampling[-1].get("max_tokens", 256) if sampling else (model.get("language_model") or {}).get("max_tokens", 256)
    results["text"], results["tokens_positive"] = caption(most)
    results["dataset_mode"] = "OD"
    _vramlint.assume(f"how long a caption is depends on the data: {most} tokens are taken, as many as it may have", most)


def pack_texts(model, results, sample):
    """A config for tests alone inherits a pipeline that packs no text; the model asks for it when it is trained."""
    if "text" not in sample and model.get("train_cfg") is None:
        _vramlint.unsupported("the config says no training step: its pipeline packs no `text`, which the model reads in "
                              "training, and the model has no `train_cfg`")
    left_out = {name: results[name] for name in NAMES if name in results and name not in sample}
    if "text" in left_out:
        _vramlint.assume("the training pipeline packs no `text`, which the model reads in training; it is taken to be there",
                         True)
        sample.set_metainfo(left_out)
