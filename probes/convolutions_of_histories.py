#!/usr/bin/env python3
"""convolutions_of_histories.py VRAMLINT PROJECT HISTORIES > tests/measured/h100/convolutions.jsonl

What each convolution of a training program took beside its operands, read from the allocator's history of a run:
for HISTORIES and PROJECT see histories.py. The second step is laid beside the step that `vramlint dump trace` simulates, without its workspaces; what the GPU's program asked
for and gave back between two requests that both have is the workspace of the convolution there. A convolution whose
place is in doubt is left out. A row is as in LAWS.jsonl.gz of fit_cudnn_convolutions.py.
"""
import json
import math
import sys

from histories import ALLOCATE, alike, dump, each, real_requests, simulated_requests

SIZES = {"float32": 4, "float16": 2, "bfloat16": 2}
def passing(real, begin, matched):
    """The most that was held at once by requests that come and go from `begin` to the next matched one."""
    live, most = {}, 0
    for at in range(begin, len(real)):
        if at in matched:
            break
        kind, size, block = real[at]
        if kind == ALLOCATE:
            live[block] = size
            most = max(most, sum(live.values()))
        else:
            live.pop(block, None)
    return None if live else most


def convolutions(graph):
    """By module and operator, where a module calls it once."""
    found = {}
    for event in graph["events"]:
        op = event.get("op", "").split("(")[0].split(".")[0]
        if "conv" in op and len(event["inputs"]) > 1 and len(graph["tensors"][event["inputs"][1]]["shape"]) > 2:
            found.setdefault((event["module"], op), []).append(event)
    return {key: events[0] for key, events in found.items() if len(events) == 1}


def channels_last(tensor):
    shape, strides = tensor["shape"], tensor["strides"]
    return len(shape) > 2 and shape[1] > 1 and math.prod(shape[2:]) > 1 and strides[1] == 1


def described(event, tensors):
    x, w = (tensors[at] for at in event["inputs"][:2])
    y = tensors[event["results"][0]]
    if x["dtype"] not in SIZES or any(not isinstance(size, int) for tensor in (x, w, y) for size in tensor["shape"]):
        return None
    transposed = "transpose" in event["op"].split("(")[0]
    arguments = event["arguments"]
    numbers = lambda at, other: arguments[at] if at < len(arguments) and isinstance(arguments[at], list) else [other] * (len(w["shape"]) - 2)
    groups = arguments[7 if transposed else 6] if len(arguments) > 6 else 1
    last = channels_last(x) or channels_last(w)
    return {"op": "conv", "dims": len(x["shape"]) - 2, "transposed": transposed, "x": x["shape"], "w": w["shape"],
            "stride": numbers(3, 1), "padding": numbers(4, 0), "dilation": numbers(7 if transposed else 5, 1),
            "groups": groups, "dtype": x["dtype"], "layout": "channels_last" if last else "contiguous",
            "tf32": True, "y": y["shape"], "y_channels_last": last}


def pass_of(allocation, row):
    of = lambda name: math.prod(row[name]) * SIZES[row["dtype"]]
    if allocation["category"] == "activation":
        return "forward" if allocation["bytes"] == of("y") else None
    fits = [name for name, operand in (("by_input", "x"), ("by_weight", "w")) if allocation["bytes"] == of(operand)]
    return fits[0] if len(fits) == 1 else None


def rows_of(history, trace, graph):
    real, (simulated, anchors), known = real_requests(history), simulated_requests(trace), convolutions(graph)
    place = alike(simulated, real)
    matched, rows = set(place.values()), {}
    for at, allocation in anchors:
        key = (allocation["module"], allocation["op"]) if allocation else None
        if at not in place or key not in known:
            continue
        row = rows.get(key) or described(known[key], graph["tensors"])
        taken = passing(real, place[at] + 1, matched)
        name = row and pass_of(allocation, row)
        if name and taken is not None:
            rows[key] = row
            row[name] = taken
    return rows.values()


def main():
    vramlint, project, histories = sys.argv[1:]
    seen = set()
    for config, history, trace in each(vramlint, project, histories):
        found = [json.dumps(row) for row in rows_of(history, trace, dump(vramlint, project, "graph", config))]
        print(config, len(found), file=sys.stderr)
        for row in found:
            if row not in seen:
                print(row)
            seen.add(row)


main()
