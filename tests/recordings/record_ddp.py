"""Buckets of DistributedDataParallel on the CPU: /usr/bin/python3 record_ddp.py > 1.13.1-cpu/ddp.json

Three layers of 1 MiB, one process, gloo. From torch's memory profiler, blocks of at least 1 MiB:
    buckets   bytes of the flat gradients in the order made: when the model is wrapped, and when the second step begins,
              or the third where the graph is said to be static
    kept      bytes that a later step leaves allocated, with gradients dropped before it: what gradients take themselves
"""
import json
import os

import torch
import torch.distributed
from torch.autograd.profiler import profile

LAYERS, SIZE = 3, 512


def blocks(profiler):
    return [event.nbytes() for event in profiler.kineto_results.events()
            if event.name() == "[memory]" and abs(event.nbytes()) >= 1 << 20]


def made(profiler):
    return [size for size in blocks(profiler) if size > 0]


def measure(options):
    model = torch.nn.Sequential(*[torch.nn.Linear(SIZE, SIZE, bias=False) for _ in range(LAYERS)])
    inputs = torch.randn(4, SIZE)
    with profile(profile_memory=True) as wrapping:
        wrapped = torch.nn.parallel.DistributedDataParallel(model, **options)
    buckets = made(wrapping)[1:]  # the first is the flat copy that is broadcast
    for step in range(4):
        for parameter in model.parameters():
            parameter.grad = None
        with profile(profile_memory=True) as profiler:
            loss = wrapped(inputs).sum()
            loss.backward()
        if step in (1, 2):
            buckets += made(profiler)[:-LAYERS]
    return {"options": options, "buckets": buckets, "kept": sum(blocks(profiler))}


def main():
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29511", RANK="0", WORLD_SIZE="1")
    torch.distributed.init_process_group("gloo")
    cases = [measure(options) for options in (
        {}, {"bucket_cap_mb": 1}, {"gradient_as_bucket_view": True}, {"find_unused_parameters": True},
        {"find_unused_parameters": True, "static_graph": True})]
    print(json.dumps({"torch": torch.__version__, "device": "cpu"})[:-1] + ', "cases": [')
    print(",\n".join("  " + json.dumps(case) for case in cases))
    print("]}")


if __name__ == "__main__":
    main()
