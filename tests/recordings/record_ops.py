"""Runs every operator's samples in real PyTorch and writes down what it did.

    ops_samples | python3 record_ops.py > 1.13.1-cpu/ops.json
    ops_samples --varied | python3 record_ops.py --varied > 1.13.1-cpu/ops_varied.json

Each sample is called through the ATen dispatcher by its schema. Recorded: outputs (dtype, sizes, strides, and the operand
whose storage they share), the storages that autograd keeps (operands, outputs, and the bytes of others), the bytes of
each fresh output's storage, and the operands that receive a gradient, with its sizes.
"""
import gc
import json
import sys
import weakref

import torch


class Held:
    def __init__(self, tensor):
        self.tensor = tensor.detach()


def make_operand(description, regular):
    dtype = getattr(torch, description["dtype"])
    sizes, strides = description["sizes"], description["strides"]
    needed = 1 + sum((n - 1) * s for n, s in zip(sizes, strides)) if all(n > 0 for n in sizes) else 0
    if dtype == torch.bool:
        base = torch.ones(needed, dtype=dtype)
    elif dtype.is_floating_point or dtype.is_complex:
        base = torch.full((needed,), 0.5, dtype=dtype)
    else:
        base = torch.zeros(needed, dtype=dtype)
    if regular and len(sizes) > 1 and dtype.is_floating_point:   # matrices that can be inverted
        base = base.as_strided(sizes, strides).clone()
        base.diagonal(dim1=-2, dim2=-1).add_(4)
        base = base.reshape(-1)
    if description["requires_grad"]:
        base = base.requires_grad_().clone()   # not a leaf, so that it may be changed in place
    return base.as_strided(sizes, strides)


def make_argument(argument, operands):
    kind, value = argument["kind"], argument.get("value")
    if kind == "tensor":
        return operands[value]
    if kind == "tensors":
        return [None if i < 0 else operands[i] for i in value]
    if kind == "dtype":
        return getattr(torch, value)
    if kind == "memory_format":
        return [torch.contiguous_format, torch.preserve_format, torch.channels_last, torch.channels_last_3d][value]
    return value


def storage(tensor):
    return tensor.storage().data_ptr() if tensor.numel() else 0


def overload(name):
    base, _, suffix = name.partition(".")
    return getattr(getattr(torch.ops.aten, base), suffix or "default")


def flatten(result):
    if torch.is_tensor(result):
        return [result]
    return [t for t in result if torch.is_tensor(t)] if result is not None else []


def run(name, sample):
    operands = [make_operand(o, "linalg" in name or "cholesky" in name) for o in sample["operands"]]
    positional = [make_argument(a, operands) for a in sample["arguments"] if not a["keyword_only"]]
    keyword = {a["name"]: make_argument(a, operands) for a in sample["arguments"] if a["keyword_only"]}
    ledger = []

    def pack(tensor):
        held = Held(tensor)
        ledger.append(weakref.ref(held))
        return held

    before = [(storage(t), t) for t in operands]
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda held: held.tensor):
        outputs = flatten(overload(name)(*positional, **keyword))
    gc.collect()
    return before, outputs, [h.tensor for h in (ref() for ref in ledger) if h is not None]


def describe_output(tensor, before):
    alias = next((i for i, (where, _) in enumerate(before) if where and where == storage(tensor)), -1)
    return {"dtype": str(tensor.dtype).removeprefix("torch."), "sizes": list(tensor.shape),
            "strides": list(tensor.stride()), "alias": alias, "requires_grad": tensor.requires_grad,
            "storage_bytes": tensor.storage().nbytes()}


def describe_saved(before, outputs, kept):
    operands, results, others = set(), set(), {}
    for tensor in kept:
        where = storage(tensor)
        if where == 0:
            continue
        operand = [i for i, (at, _) in enumerate(before) if at == where]
        result = [i for i, t in enumerate(outputs) if storage(t) == where]
        if operand:
            operands.update(operand)
        elif result:
            results.update(result)
        elif not (tensor.dim() == 0 and tensor.dtype in (torch.float64, torch.int64)):   # a wrapped Python number
            others[where] = tensor.storage().nbytes()
    return {"operands": sorted(operands), "outputs": sorted(results), "extra_bytes": sum(others.values())}


def describe_gradients(before, outputs):
    wanted = [(i, t) for i, (_, t) in enumerate(before) if t.requires_grad]
    roots = [t for t in outputs if t.requires_grad]
    if not wanted or not roots:
        return []
    gradients = torch.autograd.grad(roots, [t for _, t in wanted], [torch.ones_like(t) for t in roots], allow_unused=True)
    return [{"operand": i, "sizes": list(g.shape), "dtype": str(g.dtype).removeprefix("torch.")}
            for (i, _), g in zip(wanted, gradients) if g is not None]


def in_place(schema):
    return "(a!)" in schema


def record(operator):
    name = operator["schema"].split("(")[0]
    samples = []
    for sample in operator["samples"]:
        entry = {"call": sample}
        try:
            before, outputs, kept = run(name, sample)
            entry["outputs"] = [describe_output(t, before) for t in outputs]
            entry["saved"] = describe_saved(before, outputs, kept)
            if not in_place(operator["schema"]):
                entry["gradients"] = describe_gradients(before, outputs)
        except (RuntimeError, NotImplementedError, AttributeError, IndexError, ValueError, TypeError) as error:
            entry["error"] = str(error).splitlines()[0]
        samples.append(entry)
    return {"schema": operator["schema"], "samples": samples}


def vary(operator):
    """Of each call only whether it raises, else what it returns: [dtype, sizes] of each output."""
    name = operator["schema"].split("(")[0]
    results = []
    for sample in operator["samples"]:
        try:
            outputs = run(name, sample)[1]
            results.append([[str(t.dtype).removeprefix("torch."), list(t.shape)] for t in outputs])
        except (RuntimeError, NotImplementedError, AttributeError, IndexError, ValueError, TypeError) as error:
            results.append("error: " + str(error).splitlines()[0][:60])
    return {"schema": operator["schema"], "results": results}


def main():
    torch.set_num_threads(1)
    operators = json.load(sys.stdin)
    gc.freeze()
    records = [(vary if "--varied" in sys.argv else record)(operator) for operator in operators]
    sys.stdout.write('{"torch": "%s", "device": "cpu", "operators": [\n' % torch.__version__)
    sys.stdout.write(",\n".join(json.dumps(r, sort_keys=True) for r in records))
    sys.stdout.write("\n]}\n")


if __name__ == "__main__":
    main()
