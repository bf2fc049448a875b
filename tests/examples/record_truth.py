"""Builds the configs of an example project with real PyTorch, on the CPU, and writes down what it finds.

    python3 tests/examples/record_truth.py tests/examples/ocean_sr

For every config that a recipe of the project's vramlint.yaml claims, the recipe's expressions are evaluated as they stand,
and truth.json gets the number of parameters and the bytes that autograd holds when the loss is made: distinct storages,
parameters, buffers and inputs left out. A config that cannot run gets the name of the exception. Where the step is a
function, its first backward() is what is measured; stages and phases are measured one by one.
"""
import glob
import importlib
import inspect
import json
import os
import re
import sys
import weakref

import torch
import torch.utils.checkpoint
import yaml


class Config(dict):
    __getattr__ = dict.__getitem__


def config_of(value):
    if isinstance(value, dict):
        return Config({key: config_of(item) for key, item in value.items()})
    return [config_of(item) for item in value] if isinstance(value, list) else value


class Spec:
    def __init__(self, dtype):
        self.dtype = dtype

    def __getitem__(self, shape):
        shape = shape if isinstance(shape, tuple) else (shape,)
        return torch.randn(shape).to(self.dtype) if self.dtype.is_floating_point else torch.zeros(shape, dtype=self.dtype)


def instantiate(node, **overrides):
    path = node["_target_"] if "_target_" in node else node["target"]
    module, _, name = path.rpartition(".")
    options = {key: value for key, value in node.items() if key != "_target_"} if "_target_" in node else node["params"]
    return getattr(importlib.import_module(module), name)(**{**options, **overrides})


class Held:
    def __init__(self, tensor):
        self.tensor = tensor.detach()


class Measured(Exception):
    pass


class Measure:
    """Knows what autograd holds: each saved tensor is replaced by an object that the graph alone owns."""

    def __init__(self):
        self.held = []

    def pack(self, tensor):
        held = Held(tensor)
        self.held.append(weakref.ref(held))
        return held

    @staticmethod
    def unpack(held):
        return held.tensor

    def bytes_beside(self, tensors):
        left_out = {tensor.storage().data_ptr() for tensor in tensors}
        found = {}
        for held in [reference() for reference in self.held]:
            # A number that torch wrapped stays on the host when the model is on a GPU.
            if held is None or (held.tensor.dim() == 0 and held.tensor.dtype in (torch.float64, torch.int64)):
                continue
            storage = held.tensor.storage()
            found[storage.data_ptr()] = storage.nbytes()
        return sum(size for place, size in found.items() if place not in left_out)


class Checkpoints:
    """A checkpoint keeps its arguments in a closure that no hook sees: they are kept beside it, and counted."""

    measure = None

    def __init__(self):
        self.original, torch.utils.checkpoint.checkpoint = torch.utils.checkpoint.checkpoint, self

    def __call__(self, function, *args, **options):
        kept = [self.measure.pack(arg) for arg in args if self.measure and isinstance(arg, torch.Tensor)]

        def run(*given, kept=kept):
            return function(*given)

        return self.original(run, *args, **options)


CHECKPOINTS = Checkpoints()


def names_in(text):
    return {name for name in re.findall(r"(?<![\w.'\"])([A-Za-z_]\w*)\.", text)}


def evaluate(text, names):
    for name in names_in(text):
        if name not in names:
            names[name] = importlib.import_module(name)
    return eval(text, names)


def merged(base, own):
    if not isinstance(own, dict) or not isinstance(base, dict) or own.get("_delete_"):
        return {key: value for key, value in own.items() if key != "_delete_"} if isinstance(own, dict) else own
    return {**base, **{key: merged(base.get(key), value) for key, value in own.items()}}


def load(path):
    """YAML, or Python that names what it inherits as mmcv's configs do."""
    if not path.endswith(".py"):
        return yaml.safe_load(open(path))
    names = {}
    exec(open(path).read(), {}, names)
    bases = names.pop("_base_", [])
    whole = {}
    for base in [bases] if isinstance(bases, str) else bases:
        whole.update(load(os.path.join(os.path.dirname(path), base)))
    return merged(whole, names)


def loss_of(recipe, names, batch):
    outputs = evaluate(recipe["forward"], names) if "forward" in recipe else names["model"](*batch)
    if recipe["loss"] == "mse":
        return torch.nn.functional.mse_loss(outputs, torch.randn_like(outputs))
    return evaluate(recipe["loss"], {**names, "outputs": outputs})


def modules_of(model):
    if isinstance(model, torch.nn.Module):
        return [model]
    parts = model if isinstance(model, dict) else vars(model)
    return [part for part in parts.values() if isinstance(part, torch.nn.Module)]


def call(step, names):
    """As the program that reads the recipe does it: what the step asks for by name."""
    given = dict(names)
    for part in (names["model"], names["state"]):
        given.update(part if isinstance(part, dict) else {})
    return step(**{name: given[name] for name in inspect.signature(step).parameters if name in given})


def run(recipe, path, step):
    names = {"cfg": config_of(load(path)), "instantiate": instantiate, "float32": Spec(torch.float32),
             "int64": Spec(torch.int64), "state": None}
    model = names["model"] = evaluate(recipe["model"], names)
    batch = tuple(evaluate(text, names) for text in recipe["inputs"])
    targets = tuple(evaluate(text, names) for text in recipe.get("targets", []))
    names.update(inputs=batch, targets=targets)
    modules = modules_of(model)
    measure, parameters = Measure(), [parameter for module in modules for parameter in module.parameters()]
    found = {"parameters": sum(parameter.numel() for parameter in parameters), "saved_for_backward": 0}
    known = parameters + [buffer for module in modules for buffer in module.buffers()] + list(batch) + list(targets)

    def backward(loss, *args, **options):
        found["saved_for_backward"] = measure.bytes_beside(known)
        raise Measured

    original, torch.Tensor.backward = torch.Tensor.backward, backward
    CHECKPOINTS.measure = measure
    try:
        with torch.autograd.graph.saved_tensors_hooks(measure.pack, measure.unpack):
            if step:
                names["state"] = evaluate(recipe["setup"], names) if "setup" in recipe else None
                call(evaluate(step, names), names)
            else:
                loss_of(recipe, names, batch).backward()
    except Measured:
        pass
    finally:
        torch.Tensor.backward = original
    return found


def attempt(recipe, path, step):
    try:
        return run(recipe, path, step)
    except Exception as error:
        return {"raises": type(error).__name__}


def phases_of(recipe):
    """Name, recipe and step of everything that is estimated on its own."""
    for stage, own in recipe.get("stages", {None: {}}).items():
        whole = {**recipe, **own}
        steps = whole.get("step")
        for phase, step in (steps if isinstance(steps, dict) else {"train": steps}).items():
            yield "/".join(part for part in (stage, phase) if part and part != "train") or phase, whole, step


def main(folder):
    os.chdir(folder)
    sys.path.insert(0, ".")
    recipes = yaml.safe_load(open("vramlint.yaml"))["recipes"]
    configs = {}
    for recipe in recipes:
        for pattern in recipe["configs"]:
            for path in sorted(glob.glob(pattern, recursive=True)):
                if path in configs:
                    continue
                phases = {name: attempt(whole, path, step) for name, whole, step in phases_of(recipe)}
                configs[path] = phases["train"] if list(phases) == ["train"] else {"phases": phases}
    with open("truth.json", "w") as stream:
        json.dump({"torch": torch.__version__, "configs": dict(sorted(configs.items()))}, stream, indent=2)
        stream.write("\n")


if __name__ == "__main__":
    main(sys.argv[1])
