#!/usr/bin/env python3
"""fit_cudnn_convolutions.py LAWS.jsonl.gz > analyzer/memory/libraries/tables/cudnn9_hopper.inc

Which of a few laws a convolution's workspace follows, as one decision tree a pass, learnt from recorded convolutions:
rows with "op": "conv", the sizes of the call, and the bytes beside inputs and result in "forward", "by_input" and
"by_weight". A law is arithmetic (channels-last copies of operands, partial sums of the filter); nothing but the choice
of the law and its bounds is learnt. `--check` says how well trees made of some of the rows tell the others.
Needs numpy.
"""
import gzip
import json
import math
import sys

import numpy as np

PASSES = ("forward", "by_input", "by_weight")
SIZES = {"float32": 4, "float16": 2, "bfloat16": 2}
COPIES = (0, 1, 2, 4, 3, 5, 6, 7)  # sets of 1: input, 2: filter, 4: output
ALIGNMENTS = (1, 4, 8)             # channels of the copies are padded to a multiple
SUMS = [("none", 0)] + [("filters", n) for n in (1, 2, 4)] + [("images", 1)] + [
    (f"tiles{tile}", waves) for tile in (64, 128, 256) for waves in (1, 2)]
MULTIPROCESSORS = 132
PENALTY = 0.4      # what a split must gain, in rows that are wholly wrong
SMALLEST_LEAF = 3
DEPTH = 12
FLOOR = 4 << 20    # convolutions smaller than this weigh as if they had it
BOUNDED_BY = 24    # bounds come of the innermost branch with this many rows
SHARES = (0.02, 0.98)


def ceil(a, b):
    return -(-a // b)


class Row:
    def __init__(self, row):
        self.x, self.w, self.y, self.groups = row["x"], row["w"], row["y"], row["groups"]
        self.size = SIZES[row["dtype"]]
        self.transposed = row["transposed"]
        self.kernel = math.prod(self.w[2:])
        self.input, self.filter, self.output = (math.prod(shape) for shape in (self.x, self.w, self.y))
        self.filter_sums = self.filter * 4
        self.all = (self.input + self.filter + self.output) * self.size
        self.truth = {name: row[name] for name in PASSES}
        self.family = json.dumps([self.x, self.w, row["stride"], row["padding"], self.groups])
        self.quantities = self.measure(row)

    def measure(self, row):
        x, w, y = self.x, self.w, self.y
        return {
            "half": self.size == 2, "tf32": row["tf32"], "channels_last": row["y_channels_last"], "dims": row["dims"],
            "transposed": self.transposed, "kernel": self.kernel, "stride": math.prod(row["stride"]),
            "dilation": max(row["dilation"]), "groups": self.groups,
            "depthwise": self.groups > 1 and self.groups == x[1],
            "batch": x[0], "input_channels": x[1], "output_channels": y[1],
            "input_places": math.prod(x[2:]), "output_places": math.prod(y[2:]),
            "all_places": x[0] * math.prod(y[2:]), "filter": self.filter,
            "input_alignment": math.gcd(x[1], 64), "output_alignment": math.gcd(y[1], 64),
            "output_by_input": self.output / self.input, "filter_by_input": self.filter / self.input,
            "filter_by_output": self.filter / self.output,
            "sums_by_images": x[0] * self.filter_sums / ((self.input + self.output) * self.size),
        }

    def copied(self, copies, alignment):
        up = lambda channels: ceil(channels, alignment) * alignment
        total = 0
        if copies & 1:
            total += self.x[0] * up(self.x[1]) * math.prod(self.x[2:])
        if copies & 2:
            total += up(self.w[0]) * up(self.w[1]) * self.kernel if self.groups == 1 else self.filter
        if copies & 4:
            total += self.y[0] * up(self.y[1]) * math.prod(self.y[2:])
        return total * self.size

    def sums(self, kind, count):
        if kind.startswith("tiles"):
            tile = int(kind[5:])
            tiles = ceil(self.y[1], tile) * ceil(self.x[1] * self.kernel // self.groups, tile)
            return max(1, MULTIPROCESSORS * count // tiles) * self.filter_sums
        return {"none": 0, "filters": count, "images": self.x[0]}[kind] * self.filter_sums


def all_laws():
    return [(copies, alignment, kind, count) for copies in COPIES for alignment in (ALIGNMENTS if copies else (1,))
            for kind, count in SUMS]


class Table:
    """The rows as arrays: a line a row, a column a quantity or a law."""

    def __init__(self, rows):
        self.rows, self.laws, self.names = rows, all_laws(), list(rows[0].quantities)
        self.quantities = np.array([[float(row.quantities[name]) for name in self.names] for row in rows])
        self.said = np.array([[float(row.copied(a, b) + row.sums(c, d)) for a, b, c, d in self.laws] for row in rows])
        self.all = np.array([float(row.all) for row in rows])
        self.weight = np.maximum(self.all, FLOOR)

    def errors(self, name):
        truth = np.array([float(row.truth[name]) for row in self.rows])
        return np.minimum(np.abs(self.said - truth[:, None]) / self.weight[:, None], 1.0)

    def excess(self, name, row, law):
        return (self.rows[row].truth[name] - self.said[row, law]) / self.all[row]


def best_split(table, errors, rows):
    total = errors[rows].sum(0)
    best = (total.min() - PENALTY, None, None)
    for quantity in range(len(table.names)):
        values = table.quantities[rows, quantity]
        order = np.argsort(values, kind="stable")
        values = values[order]
        cuts = np.nonzero(values[1:] != values[:-1])[0]
        cuts = cuts[(cuts + 1 >= SMALLEST_LEAF) & (len(rows) - cuts - 1 >= SMALLEST_LEAF)]
        if len(cuts) == 0:
            continue
        below = np.cumsum(errors[rows[order]], 0)[cuts]
        costs = below.min(1) + (total - below).min(1)
        at = int(np.argmin(costs))
        if costs[at] < best[0] - 1e-9:
            best = (costs[at], quantity, (values[cuts[at]] + values[cuts[at] + 1]) / 2)
    return best[1:]


def grow(table, errors, rows, depth=DEPTH):
    node = {"rows": rows, "law": int(np.argmin(errors[rows].sum(0)))}
    quantity, limit = best_split(table, errors, rows) if depth and len(rows) >= 2 * SMALLEST_LEAF else (None, None)
    if quantity is None:
        return node
    below = table.quantities[rows, quantity] <= limit
    node.update(quantity=quantity, limit=limit, below=grow(table, errors, rows[below], depth - 1),
                above=grow(table, errors, rows[~below], depth - 1))
    return node


def path(table, tree, row):
    nodes = [tree]
    while "below" in nodes[-1]:
        node = nodes[-1]
        nodes.append(node["below" if table.quantities[row, node["quantity"]] <= node["limit"] else "above"])
    return nodes


def folds(table, rows, count):
    """Rows of one geometry, in other types or layouts, stay together."""
    families = sorted({table.rows[row].family for row in rows})
    drawn = dict(zip(families, np.random.default_rng(1).integers(0, count, len(families))))
    return np.array([drawn[table.rows[row].family] for row in rows])


def bound(table, name, tree, rows, errors):
    """Bounds from what trees without a row say of it, gathered in the branch that the row falls into."""
    fold = folds(table, rows, 4)
    for part in range(4):
        other = grow(table, errors, rows[fold != part])
        for row in rows[fold == part]:
            excess = table.excess(name, row, path(table, other, row)[-1]["law"])
            for node in path(table, tree, row):
                node.setdefault("excess", []).append(excess)

    def settle(node, outer):
        own = node.get("excess", [])
        used = own if len(own) >= BOUNDED_BY else outer
        if "below" in node:
            settle(node["below"], used)
            settle(node["above"], used)
        else:
            node["low"], node["high"] = (float(share) for share in np.quantile(used + own, SHARES))

    settle(tree, tree["excess"])
    return tree


def fitted(table, name, rows):
    errors = table.errors(name)
    return bound(table, name, grow(table, errors, rows), rows, errors)


def check(table):
    rows = np.arange(len(table.rows))
    fold = folds(table, rows, 2)
    for name in PASSES:
        misses, inside = [], 0
        for part in range(2):
            tree = fitted(table, name, rows[fold != part])
            for row in rows[fold == part]:
                leaf = path(table, tree, row)[-1]
                excess = table.excess(name, row, leaf["law"])
                misses.append(min(abs(excess), 1.0))
                slack = 4096 / table.all[row]
                inside += min(leaf["low"], 0) - slack <= excess <= max(leaf["high"], 0) + slack
        misses = np.array(misses)
        print(f"{name}: half of the geometries tell the other half: {np.mean(misses < .05):.0%} of rows within 5 % of "
              f"x + w + y, {np.mean(misses):.3f} off in the mean, {inside / len(rows):.1%} inside", file=sys.stderr)


def write(table, name, tree):
    splits, leaves = [], []

    def place(node):
        if "below" not in node:
            copies, alignment, kind, count = table.laws[node["law"]]
            low, high = min(node["low"], 0), max(node["high"], 0)
            leaves.append(f"{{{copies}, {alignment}, Sums::{kind}, {count}, {low:.3f}, {high:.3f}}},  // {len(node['rows'])} rows")
            return -len(leaves)
        at = len(splits)
        splits.append(None)
        below, above = place(node["below"]), place(node["above"])
        splits[at] = f"{{Quantity::{table.names[node['quantity']]}, {node['limit']:.8g}, {below}, {above}}},"
        return at

    place(tree)
    title = "k" + name.title().replace("_", "")
    print(f"constexpr Split {title}Splits[] = {{", *splits, "};", sep="\n")
    print(f"constexpr Leaf {title}Leaves[] = {{", *leaves, "};", sep="\n")


def main():
    with gzip.open(sys.argv[1], "rt") as lines:
        rows = [Row(row) for row in map(json.loads, lines) if row["op"] == "conv"]
    table = Table(rows)
    if "--check" in sys.argv:
        return check(table)
    print(f"// Made by probes/fit_cudnn_convolutions.py of {len(rows)} recorded convolutions, not written by hand.")
    for name in PASSES:
        write(table, name, fitted(table, name, np.arange(len(rows))))


main()
