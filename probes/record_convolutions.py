#!/usr/bin/env python3
"""record_convolutions.py OUT.jsonl.gz [--seconds N] [--workers N] [--seed N] [--draws N] [--only NAME] [--benchmark] [--again LAWS.jsonl.gz]

What cuDNN takes for the convolutions of real networks, as PyTorch calls them on the GPU at hand: layers are read off the
networks of torchvision and timm on the meta device, given batches, types and layouts by chance, and each pass is called alone.
A row holds the sizes of a call, and the bytes requested at most beside its inputs and result in "forward", "by_input" and
"by_weight". With --benchmark the passes run under cudnn.benchmark, so the trials count. --again measures recorded rows anew and
says how many agree. Needs torch, torchvision and timm.
"""
import argparse
import gzip
import json
import math
import multiprocessing
import random
import time

import timm
import torch
import torchvision
from torch.utils._python_dispatch import TorchDispatchMode

DTYPES = {"bfloat16": torch.bfloat16, "float16": torch.float16, "float32": torch.float32}
KINDS = [("bfloat16", True)] * 8 + [("float32", True)] * 8 + [("float16", True)] * 2 + [("float32", False)] * 2
BATCHES = (1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 192, 256)
CHANNELS = (1, 2, 3, 4, 8, 12, 16, 24, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 512, 768, 1024)
SMALLEST, LARGEST = 1 << 20, 3 << 29  # bytes of input, filter and result
LAYERS_A_NETWORK = 48


class Convolutions(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.found = {}

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        if function is torch.ops.aten.convolution.default:
            x, w, _, stride, padding, dilation, transposed, extra, groups = args
            layer = dict(dims=x.dim() - 2, transposed=transposed, x=list(x.shape), w=list(w.shape), stride=list(stride),
                         padding=list(padding), dilation=list(dilation), extra=list(extra), groups=groups)
            self.found[json.dumps(layer)] = layer
        return function(*args, **(kwargs or {}))


def network(name, source):
    if source == "timm":
        return timm.create_model(name), timm.get_pretrained_cfg(name).input_size[-1]
    if source == "segmentation":
        return getattr(torchvision.models.segmentation, name)(weights=None, weights_backbone=None), 512
    return torchvision.models.get_model(name, weights=None), 299 if name == "inception_v3" else 224


def built(name, source):
    """On the meta device, also where the constructor asks for numbers."""
    try:
        with torch.device("meta"):
            return network(name, source)
    except (RuntimeError, NotImplementedError):
        model, size = network(name, source)
        return model.to("meta"), size


def layers_of(name, source, chance):
    model, size = built(name, source)
    model.train()
    with torch.device("meta"):
        for scale in (chance.choice((0.5, 0.75, 1, 1, 1, 1.5, 2)), 1):
            try:
                with Convolutions() as seen, torch.no_grad():
                    model(torch.empty(2, 3, *[max(32, int(size * scale) // 32 * 32 + size % 32 * (scale == 1))] * 2))
                break
            except (RuntimeError, AssertionError, ValueError):
                continue
    layers = list(seen.found.values())
    return chance.sample(layers, min(len(layers), LAYERS_A_NETWORK))


def invented(chance):
    """Lines, volumes and transposed convolutions, which networks of classification have few of."""
    dims = chance.choice((1, 1, 2, 3, 3))
    transposed = chance.random() < (1 if dims == 2 else 0.25)
    kernel = chance.choice((2, 3, 4, 5) if transposed else (1, 3, 3, 3, 3, 5, 7))
    stride = 2 if transposed else chance.choice((1, 1, 1, 2))
    side = chance.choice({1: (64, 128, 500, 1000, 3000, 8192, 16000), 2: (7, 8, 14, 16, 28, 32, 56, 64, 128),
                          3: (8, 16, 20, 24, 32, 48, 64, 96, 128)}[dims])
    a, b = chance.choice(CHANNELS), chance.choice(CHANNELS)
    return dict(dims=dims, transposed=transposed, x=[2, a] + [side] * dims,
                w=([a, b] if transposed else [b, a]) + [kernel] * dims, stride=[stride] * dims,
                padding=[(kernel - 1) // 2] * dims, dilation=[1] * dims, extra=[0] * dims, groups=1)


def small_pictures(chance):
    """Layers of networks that make, mend or tell small pictures: few channels, many pictures."""
    kernel, stride = chance.choice(((3, 1), (3, 1), (3, 1), (5, 1), (9, 1), (1, 1), (4, 2), (3, 2), (5, 2), (7, 1), (4, 1)))
    side = chance.choice((7, 8, 14, 16, 28, 32, 48, 64, 96, 128, 256))
    a, b = (chance.choice((1, 3, 16, 32, 48, 64, 64, 96, 128, 128, 256, 512)) for _ in range(2))
    transposed = stride > 1 and chance.random() < 0.4
    return dict(dims=2, transposed=transposed, x=[2, a, side, side], w=([a, b] if transposed else [b, a]) + [kernel] * 2,
                stride=[stride] * 2, padding=[(kernel - stride + 1) // 2 if kernel > 1 else 0] * 2, dilation=[1] * 2, extra=[0] * 2,
                groups=1)


def rows_for(layer, chance, largest):
    for _ in range(12):
        (dtype, tf32), batch = chance.choice(KINDS), chance.choice(BATCHES)
        row = dict(op="conv", **layer, dtype=dtype, tf32=tf32)
        row["layout"] = "channels_last" if row["dims"] > 1 and chance.random() < 0.2 else "contiguous"
        row["x"] = [batch, *layer["x"][1:]]
        if SMALLEST <= bytes_of(row) <= largest:
            return row
    return None


def bytes_of(row):
    size = 2 if row["dtype"] != "float32" else 4
    places = math.prod(row["x"][2:]) * math.prod(row["stride"]) ** (1 if row["transposed"] else -1)
    channels = row["w"][1] * row["groups"] if row["transposed"] else row["w"][0]
    return size * int(math.prod(row["x"]) + math.prod(row["w"]) + row["x"][0] * channels * places)


def beside(call):
    """Bytes requested at most beside what was there and the result."""
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_stats()["requested_bytes.all.current"]
    result = call()
    return result, torch.cuda.memory_stats()["requested_bytes.all.peak"] - before - result.nbytes


def measured(row):
    torch.backends.cudnn.allow_tf32 = row["tf32"]
    last = {4: torch.channels_last, 5: torch.channels_last_3d}.get(len(row["x"])) if row["layout"] == "channels_last" else None
    made = [torch.empty(row[name], device="cuda", dtype=DTYPES[row["dtype"]]) for name in ("x", "w")]
    x, w = (tensor.contiguous(memory_format=last) if last else tensor for tensor in made)
    del made
    extra = row.get("extra", [0] * row["dims"])
    rest = (row["stride"], row["padding"], row["dilation"], row["transposed"], extra, row["groups"])
    y, forward = beside(lambda: torch.ops.aten.convolution(x, w, None, *rest))
    gradient = torch.empty_like(y)
    backward = {}
    for at, name in enumerate(("by_input", "by_weight")):
        mask = [at == 0, at == 1, False]
        _, backward[name] = beside(lambda: torch.ops.aten.convolution_backward(gradient, x, w, None, *rest, mask)[at])
    y_last = last is not None and y.is_contiguous(memory_format=last) and not y.is_contiguous()
    return {**row, "y": list(y.shape), "y_channels_last": y_last, "forward": forward, **backward}


def careful(row):
    try:
        return measured(row)
    except (RuntimeError, torch.cuda.OutOfMemoryError) as error:
        if "out of memory" not in str(error):
            return {"op": "failed", "row": row, "error": str(error)[:200]}
        torch.cuda.empty_cache()
        return None


def worker(number, options, queue):
    chance = random.Random(options.seed * 1000 + number)
    torch.backends.cudnn.benchmark = options.benchmark
    networks = [(name, "timm") for name in timm.list_models()]
    networks += [(name, "torchvision") for name in torchvision.models.list_models(module=torchvision.models)]
    networks += [(name, "segmentation") for name in torchvision.models.list_models(module=torchvision.models.segmentation)]
    networks = [network for network in networks if options.only in network[0]]
    started = time.time()
    while time.time() - started < options.seconds:
        name, source = ("", "") if not options.only and chance.random() < 0.2 else chance.choice(networks)
        try:
            layers = layers_of(name, source, chance) if name else [
                chance.choice((invented, small_pictures))(chance) for _ in range(LAYERS_A_NETWORK)]
        except Exception as error:  # a network that does not build on the meta device
            queue.put({"op": "failed", "network": name, "error": str(error)[:200]})
            continue
        for layer in layers * options.draws:
            row = rows_for(layer, chance, options.largest)
            row = row and careful(row)
            if row:
                queue.put({"network": name, **row} if row["op"] == "conv" else row)
            if time.time() - started > options.seconds:
                break
        if torch.cuda.memory_reserved() > 4 << 30:
            torch.cuda.empty_cache()
    queue.put(None)


def again(path, count=150):
    with gzip.open(path, "rt") as lines:
        rows = [row for row in map(json.loads, lines) if row["op"] == "conv"]
    rows = random.Random(1).sample(rows, count)
    agree, shown = 0, 0
    for row in rows:
        now = careful({name: row[name] for name in row if name not in ("forward", "by_input", "by_weight", "y")})
        same = now and all(abs(now[name] - row[name]) <= 4096 for name in ("forward", "by_input", "by_weight"))
        agree += bool(same)
        shown += not same
        if not same and shown < 40:
            print("differs", json.dumps(row), now and [now.get(name) for name in ("forward", "by_input", "by_weight", "error")])
    print(f"{agree} of {count} recorded rows are measured again to the byte")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draws", type=int, default=1, help="batches, types and layouts a layer")
    parser.add_argument("--only", default="", help="networks with this in their name")
    parser.add_argument("--benchmark", action="store_true")
    parser.add_argument("--largest", type=int, default=LARGEST, help="bytes of input, filter and result at most")
    parser.add_argument("--again")
    options = parser.parse_args()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    for number in range(options.workers):
        context.Process(target=worker, args=(number, options, queue), daemon=True).start()
    left, rows, failed = options.workers, 0, 0
    with gzip.open(options.out, "wt") as file:
        while left:
            row = queue.get()
            left -= row is None
            if row and row["op"] == "conv":
                rows += 1
                file.write(json.dumps(row, separators=(",", ":")) + "\n")
                file.flush()
            elif row:
                failed += 1
                if failed < 8:
                    print("failed", json.dumps(row))
    print(f"{rows} convolutions, {failed} failed")
    if options.again:
        again(options.again)


if __name__ == "__main__":
    main()
