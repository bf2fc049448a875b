#!/usr/bin/env python3
"""fit_cudnn_trials.py TABLE.inc TRIALS.jsonl OPS.jsonl.gz > analyzer/memory/libraries/tables/cudnn9_hopper_trials.inc

What the largest algorithm takes that torch.backends.cudnn.benchmark tries, as fit_cudnn_convolutions.py does it for the
one that is chosen without: TABLE.inc is what that wrote. A trial takes no less than that; what it takes beyond is one of
the same laws, or Fourier transforms. TRIALS are rows of record_convolutions.py --benchmark, OPS the calls by
themselves, of which only the forward pass is told apart. `--check`: how well half of the geometries tell the other.
Needs numpy.
"""
import gzip
import json
import math
import re
import sys

import numpy as np

import fit_cudnn_convolutions as fit

fit.PENALTY = 1.5  # few rows: a split must tell more than by chance
COMPLEX, SMALLEST, LARGEST, TILE = 8, 16, 256, 32
OPERANDS = [(0, 1, "operands", count) for count in (1, 2, 3, 4, 6, 8)]  # so many times input + filter + output
FOURIER = (0, 1, "fourier", 0)
PASSES = {"forward": "Forward", "by_input": "ByInput", "by_weight": "ByWeight"}


class Trial(fit.Row):
    def __init__(self, row):
        self.reach = max(places + taps - 1 for places, taps in zip(row["x"][2:], row["w"][2:]))
        self.stride = math.prod(row["stride"])
        self.transforms = row["dtype"] == "float32" and len(row["x"]) < 5 and max(row["dilation"]) == 1 and not row["transposed"]
        self.converted = row["y_channels_last"] or row["groups"] > 1
        super().__init__(row)

    def sums(self, kind, count):
        if kind in ("operands", "fourier"):
            return count * self.all
        return super().sums(kind, count)

    def fourier(self, name):
        """Bytes: spectra of images and filters, an operand that is laid out for them, all of them in channels-last."""
        if not self.transforms or (self.stride > 1 and name != "by_input"):
            return 0
        images, filters, results = (math.prod(shape[:2]) for shape in (self.x, self.w, self.y))
        side = min(max(SMALLEST, 1 << (self.reach - 1).bit_length()), LARGEST)
        copied = self.converted * (self.input + self.output + (self.filter if self.kernel > 1 and self.groups == 1 else 0))
        if name == "forward":
            return 2 * (images + filters) * spectrum(side) + (copied + self.filter) * self.size
        if name == "by_weight":
            return 2 * max(filters, images + results) * spectrum(side) + (copied + self.output) * self.size
        tiles = 1 if max(self.x[2:]) <= TILE else 2
        if self.stride > 1:
            copied = self.input + self.output + self.filter
        return (self.stride * (filters + tiles * images) + tiles * results) * spectrum(TILE) + copied * self.size


def spectrum(side):
    """Half of a square of complex numbers: what it is made of is real."""
    return side * (side // 2 + 1) * COMPLEX


def trees(path):
    """The tables of chosen algorithms: for each pass its splits, and the likely law of each leaf."""
    text, found = open(path).read(), {}
    for name, title in PASSES.items():
        splits, leaves = (re.search(rf"k{title}{kind}\[\] = {{(.*?)\n}};", text, re.S).group(1) for kind in ("Splits", "Leaves"))
        splits = [(quantity, float(limit), int(below), int(above)) for quantity, limit, below, above in
                  re.findall(r"{Quantity::(\w+), ([^,]+), (-?\d+), (-?\d+)}", splits)]
        leaves = [(int(copies), int(alignment), kind, int(count)) for copies, alignment, kind, count in
                  re.findall(r"^{{(\d+), (\d+), Sums::(\w+), (\d+)}", leaves, re.M)]
        found[name] = splits, leaves
    return found


def chosen(row, splits, leaves):
    at = 0
    while at >= 0:
        quantity, limit, below, above = splits[at]
        at = below if float(row.quantities[quantity]) <= limit else above
    copies, alignment, kind, count = leaves[-at - 1]
    return row.copied(copies, alignment) + row.sums(kind, count)


def alone(row):
    """A call of ops.jsonl as a row of record_convolutions.py, with the forward pass alone."""
    dims, x = row["dims"], row["input"]
    w = [row["cout"], x[1] // row["groups"]] + [row["kernel"]] * dims
    places = [(side + 2 * row["padding"] - row["dilation"] * (row["kernel"] - 1) - 1) // row["stride"] + 1 for side in x[2:]]
    each = {name: [row[name]] * dims for name in ("stride", "padding", "dilation")}
    return dict(dims=dims, transposed=False, x=x, w=w, y=[x[0], row["cout"], *places], groups=row["groups"], **each,
                dtype=row["dtype"], tf32=row["tf32"], y_channels_last=row["layout"] == "channels_last",
                forward=row["forward_peak"] - row["outputs"])


def read(path):
    with gzip.open(path, "rt") if path.endswith(".gz") else open(path) as lines:
        for row in map(json.loads, lines):
            if row["op"] == "conv" and "by_input" in row:
                yield Trial(row)
            elif row["op"] == "conv" and row["benchmark"]:
                yield Trial(alone(row))


def of_trials(table, laws_said, tables, name):
    """The table with the pass's transforms for the last law, and every law raised to what is taken without trials."""
    floor = np.array([float(chosen(row, *tables[name])) for row in table.rows])
    table.said = np.maximum(laws_said, floor[:, None])
    table.said[:, -1] = np.maximum(floor, [float(row.fourier(name)) for row in table.rows])
    return table


def main():
    fit.all_laws = lambda laws=fit.all_laws(): laws + OPERANDS + [FOURIER]
    paths = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    rows = [row for path in paths[1:] for row in read(path)]
    table, tables = fit.Table(rows), trees(paths[0])
    laws_said = table.said
    if "--check" not in sys.argv:
        print(f"// Made by probes/fit_cudnn_trials.py of {len(rows)} recorded convolutions, not written by hand.")
    for name in PASSES:
        of_trials(table, laws_said, tables, name)
        if "--check" in sys.argv:
            fit.check(table, (name,))
        else:
            fit.write(table, name, fit.fitted(table, name, table.known(name)), "Trial")


if __name__ == "__main__":
    main()
