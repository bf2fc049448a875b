#!/usr/bin/env python3
"""fit_cudnn_trials.py TRIALS.jsonl OPS.jsonl.gz CONVOLUTIONS.jsonl… > analyzer/memory/libraries/tables/cudnn9_hopper_trials.inc

What the largest algorithm takes that torch.backends.cudnn.benchmark tries, as fit_cudnn_convolutions.py does it for the
one that is chosen without: CONVOLUTIONS are what that is given. A trial takes no less than that; what it takes beyond is one
of the same laws, or Fourier transforms. TRIALS are rows of record_convolutions.py --benchmark, OPS the calls by
themselves, of which only the forward pass is told apart. `--check`: how well half of the geometries tell the other.
Needs numpy.
"""
import gzip
import json
import math
import sys

import numpy as np

import convolution_rows
import nearest_rows

BOUNDING = 20  # neighbours
COMPLEX, SMALLEST, LARGEST, TILE = 8, 16, 256, 32
OPERANDS = [(0, 1, "operands", count) for count in (1, 2, 3, 4, 6, 8)]  # so many times input + filter + output
FOURIER = (0, 1, "fourier", 0)


class Trial(convolution_rows.Row):
    def __init__(self, row):
        self.reach = max(places + taps - 1 for places, taps in zip(row["x"][2:], row["w"][2:]))
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


def taken_without(rows, paths):
    """Bytes of each pass and row, as the analyser says it."""
    calls = [convolution_rows.Row(row) for row in convolution_rows.read(paths)]
    table = nearest_rows.Table(calls, convolution_rows.all_laws())
    near = nearest_rows.Neighbours(table, nearest_rows.worth_keeping(table))
    for name in convolution_rows.PASSES:
        chosen = (near.laws(nearest_rows.kind_of(row), nearest_rows.place_of(row), name, 0)[0] for row in rows)
        laws = [table.laws[table.chosen[name][law]] for law in chosen]
        yield name, np.array([float(row.copied(a, b) + row.sums(c, d)) for row, (a, b, c, d) in zip(rows, laws)])


def said(rows, laws, paths):
    """Of every law, raised to what is taken without trials; the last law is the pass's own transforms."""
    every = np.array([[float(row.copied(a, b) + row.sums(c, d)) for a, b, c, d in laws] for row in rows])
    for name, floor in taken_without(rows, paths):
        every[:, -1] = [float(row.fourier(name)) for row in rows]
        yield name, np.maximum(every, floor[:, None])


def main():
    paths = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    rows, laws = [row for path in paths[:2] for row in read(path)], convolution_rows.all_laws() + OPERANDS + [FOURIER]
    table = nearest_rows.Table(rows, laws, dict(said(rows, laws, paths[2:])))
    if "--check" in sys.argv:
        return nearest_rows.check(table, BOUNDING)
    kept = nearest_rows.worth_keeping(table)
    print(f"// Made by probes/fit_cudnn_trials.py: {len(kept)} of {len(rows)} recorded convolutions, which tell the others.")
    nearest_rows.write(table, kept, "Trial")


if __name__ == "__main__":
    main()
