"""Samples that the project's own data set and steps make of a record: where a packing step takes what the others have
made, they are run, on arrays whose sizes only the files know."""
import copy
import importlib

import _vramlint
from vramlint_openmmlab.records import know_frames, proposals, record
from vramlint_openmmlab.sizes import kind

PACKERS = ("PackActionInputs", "PackLocalizationInputs")


def are_made(steps):
    return any([kind(step) in PACKERS for step in steps])


def made(package, model, settings):
    """(inputs, data sample) of each of the samples that one record gives."""
    importlib.import_module(package + ".datasets")
    try:
        found = drawn(package, model, settings)
    except Exception:
        found = [(None, None)]  # with frames of one size it may do better
    if all([is_sized(inputs) for inputs, _ in found]):
        return found
    if all([_is_sequence(inputs) for inputs, _ in found]):
        return [(_as_taken(model, inputs), sample) for inputs, sample in found]
    know_frames()
    return drawn(package, model, settings)


def _is_sequence(inputs):
    return _vramlint.is_known(inputs) and hasattr(inputs, "dim") and inputs.dim() == 2


def _as_taken(model, inputs):
    """Features of a video: as many a moment, and as many moments, as the localizer says that it takes."""
    import torch

    sizes = model.get("feat_dim") or model.get("tem_feat_dim"), model.get("temporal_dim")
    if None in sizes:
        _vramlint.unsupported("how many features of how many moments a video has is not known: the model has no `feat_dim` and "
                              "`temporal_dim`; give them as `inputs:` of a recipe for this config in vramlint.yaml")
    _vramlint.assume(f"a video has as many features as the model takes: {sizes[0]} in each of {sizes[1]} moments", sizes[0])
    return torch.empty(*sizes, dtype=inputs.dtype)


def is_sized(inputs):
    if not _vramlint.is_known(inputs) or inputs is None:
        return False
    parts = list(inputs.values()) if isinstance(inputs, dict) else [inputs]
    return all([_vramlint.is_known(part) and all([_vramlint.is_known(size) for size in part.shape]) for part in parts])


def drawn(package, model, settings):
    datasets = importlib.import_module(package + ".registry").DATASETS
    found = datasets.build({**copy.deepcopy(settings), "lazy_init": True})
    if settings.get("proposal_file") is not None:
        found.proposals = proposals()
    found.hold([record(package, model, settings)])
    samples = found.prepare_data(0)
    samples = samples if isinstance(samples, (list, tuple)) else [samples]
    return [(sample["inputs"], sample["data_samples"]) for sample in samples]


def spec(made, count):
    """The tensor spec of a batch: of so many records."""
    import torch

    first = made[0][0]
    first = next(iter(first.values())) if isinstance(first, dict) else first
    return getattr(torch, str(first.dtype).removeprefix("torch."))[(count * len(made), *first.shape)]


def batch(made, inputs):
    """What is given to the preprocessor; `inputs` has all that is on the GPU, the first where there are several kinds."""
    samples = [copy.deepcopy(made[at % len(made)][1]) for at in range(inputs.shape[0])]
    parts = made[0][0]
    if not isinstance(parts, dict):
        return {"inputs": list(inputs.unbind(0)), "data_samples": samples}
    tensors = {name: inputs if at == 0 else _like(part, inputs) for at, (name, part) in enumerate(parts.items())}
    return {"inputs": {name: list(tensor.unbind(0)) for name, tensor in tensors.items()}, "data_samples": samples}


def _like(part, inputs):
    import torch

    return torch.empty(inputs.shape[0], *part.shape, dtype=part.dtype).cuda()
