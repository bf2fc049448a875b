#!/usr/bin/env python3
"""sample.py RECORDINGS OUT: a few dozen rows of each family out of laws, reductions and ops (.jsonl.gz), evenly spread, for tests/measured."""
import gzip
import json
import pathlib
import sys

CALLS = ("softmax", "log_softmax", "bce", "kl_div", "masked_select", "logsumexp", "cumsum", "gelu", "silu", "layer_norm")
RECURRENT, REDUCING = ("LSTM", "GRU", "RNN"), ("sum", "mean", "norm", "var", "linear backward")


def rows(source, name):
    with gzip.open(source / f"{name}.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def spread(found, count):
    found = sorted(found, key=lambda row: json.dumps(row, sort_keys=True))
    return found[:: max(1, len(found) // count)][:count]


def main():
    source, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    laws, reductions, calls = (rows(source, name) for name in ("laws", "reductions", "ops"))
    families = {
        "optimizers": [row for row in calls if row["op"] == "optimizer"],
        "recurrent": [row for kind in RECURRENT for row in spread([r for r in laws if r["op"] == kind], 24)],
        "attention": spread([r for r in laws if r["op"] == "sdpa"], 48),
        "attention_by_kernel": spread([row for row in calls if row["op"] == "sdpa" and row["backend"] != "default" and row.get("forward_kept_extra", -1) >= 0], 40),
        "calls": [row for row in calls if row["op"] in CALLS],
        "reductions": [row for kind in REDUCING for row in spread([r for r in reductions if r["op"] == kind and r["extra"]], 12)]
        + [row for kind in REDUCING for row in spread([r for r in reductions if r["op"] == kind and not r["extra"]], 6)],
    }
    for name, chosen in families.items():
        (out / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in chosen))


main()
