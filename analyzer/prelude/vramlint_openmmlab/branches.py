"""Batches whose samples go through different branches (mmdet's MultiBranch, of semi-supervised training): each set has its own
steps before the branches and its own branches, and each of these packs what it makes of the image."""
import _vramlint
import torch
from vramlint_openmmlab.sizes import kind

BRANCHING = "MultiBranch"


def sets(loader):
    found = loader["dataset"]
    return [found] if found.get("datasets") is None else list(found["datasets"])


def steps_of(dataset):
    return list(dataset.get("pipeline") or [])


def are_made(loader):
    return any([kind(step) == BRANCHING for one in sets(loader) for step in steps_of(one)])


def counts(loader, samples):
    """How many samples of a batch each set gives: what division leaves over is the first one's."""
    many = sets(loader)
    if len(many) == 1:
        return [samples]
    ratio = (loader.get("sampler") or {}).get("source_ratio")
    if not ratio:
        _vramlint.unsupported("the sampler says no `source_ratio`: how many samples of a batch each set gives is not known")
    made = [int(samples * one / sum(ratio)) for one in ratio]
    return [samples - sum(made[1:])] + made[1:]


def arms(dataset):
    """(name, steps from the file to the batch) of each branch that the set has."""
    before = []
    for step in steps_of(dataset):
        if kind(step) == BRANCHING:
            named = [(name, step.get(name)) for name in step["branch_field"] if step.get(name) is not None]
            return [(name, before + (list(steps) if isinstance(steps, (list, tuple)) else [steps])) for name, steps in named]
        before.append(step)
    return []


def batch(loader, samples, channels, size_of, sample):
    """By branch: the images and their data samples."""
    inputs, packed, number = {}, {}, 0
    for dataset, count in zip(sets(loader), counts(loader, samples)):
        for _ in range(count):
            for name, steps in arms(dataset):
                height, width = size_of(steps)
                inputs.setdefault(name, []).append(torch.empty(channels, height, width, dtype=torch.uint8).cuda())
                packed.setdefault(name, []).append(sample(steps, height, width, number))
            number += 1
    return dict(inputs=inputs, data_samples=packed)
