#!/usr/bin/env python3
"""fit_cudnn_convolutions.py LAWS.jsonl.gz CONVOLUTIONS.jsonl… > analyzer/memory/libraries/tables/cudnn9_hopper.inc

Which of a few laws a convolution's workspace follows, as one decision tree a pass, learnt from recorded convolutions:
rows with "op": "conv", the sizes of the call, and the bytes beside inputs and result in "forward", "by_input" and
"by_weight", where they are known. A law is arithmetic (channels-last copies of operands, partial sums of the filter); nothing but the choice
of the law, and of the laws that bound it, is learnt. `--check` says how well trees made of some of the rows tell the others.
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
SUMS = [("none", 0)] + [("filters", n) for n in (1, 2, 4)] + [("images", 1), ("channels", 8), ("buffer", 1)] + [
    (f"tiles{tile}", waves) for tile in (64, 128, 256) for waves in (1, 2)]
BUFFER = 9636319  # bytes, whatever the sizes: the copies of two filters of 7x7 with one channel a group leave that
MULTIPROCESSORS = 132
PENALTY = 0.1      # what a split must gain, in rows that are wholly wrong
SMALLEST_LEAF = 1
DEPTH = 16
FLOOR = 4 << 20    # convolutions smaller than this weigh as if they had it
BOUNDED_BY = 24    # bounds come of the innermost branch with this many rows,
SHARE_OUTSIDE = 0.02   # of which this share may lie outside
SLACK, WIDEST = 0.02, 30  # of input + filter + output: what counts as met, and the width beyond which all are alike


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
        self.truth = {name: row.get(name, math.nan) for name in PASSES}
        self.of_network = "network" in row
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
        """Channels are padded within each group."""
        up = lambda channels: ceil(channels // self.groups, alignment) * alignment * self.groups
        within = lambda channels: ceil(channels, alignment) * alignment
        total = 0
        if copies & 1:
            total += self.x[0] * up(self.x[1]) * math.prod(self.x[2:])
        if copies & 2:
            total += up(self.w[0]) * within(self.w[1]) * self.kernel
        if copies & 4:
            total += self.y[0] * up(self.y[1]) * math.prod(self.y[2:])
        return total * self.size

    def sums(self, kind, count):
        if kind.startswith("tiles"):
            tile = int(kind[5:])
            tiles = ceil(self.y[1], tile) * ceil(self.x[1] * self.kernel // self.groups, tile)
            return max(1, MULTIPROCESSORS * count // tiles) * self.filter_sums
        if kind == "buffer":
            return BUFFER
        if kind == "channels":  # 32 of them at a time, of an eighth of an image
            return min(count * self.x[0], 256) * ceil(self.w[0], 32) * 32 * self.kernel * 4
        return {"none": 0, "filters": count, "images": self.x[0]}[kind] * self.filter_sums


def all_laws():
    return [(copies, alignment, kind, count) for copies in COPIES for alignment in (ALIGNMENTS if copies else (1,))
            for kind, count in SUMS if (kind != "channels" or not copies) and (kind != "buffer" or (copies, alignment) == (7, 4))]


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

    def known(self, name):
        return np.array([at for at, row in enumerate(self.rows) if not math.isnan(row.truth[name])])

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


def enclosing(table, truth, rows, own, side):
    """The law nearest to the rows that all but a few of them, and of the leaf's own, are not below (side -1) or above (1)."""
    beyond = side * (truth[rows, None] - table.said[rows]) / table.weight[rows, None]
    outside = beyond > SLACK
    missed = np.maximum(outside.mean(0), outside[np.isin(rows, own)].mean(0))
    width = np.minimum(np.abs(beyond), WIDEST).mean(0)
    return int(np.lexsort((width, np.maximum(missed, SHARE_OUTSIDE)))[0])


def bound(table, name, tree):
    """A leaf's bounds are laws as well: those that hold for it and in the innermost branch with enough rows."""
    truth = np.array([float(row.truth[name]) for row in table.rows])

    def settle(node, around):
        around = node["rows"] if len(node["rows"]) >= BOUNDED_BY else around
        if "below" in node:
            settle(node["below"], around)
            settle(node["above"], around)
        else:
            node["bounds"] = tuple(enclosing(table, truth, around, node["rows"], side) for side in (-1, 1))

    settle(tree, tree["rows"])
    return tree


def refined(table, errors, tree, rows):
    """Splits that the first rows asked for stay; what further rows fall into a leaf may split it on."""
    if "below" not in tree:
        return grow(table, errors, rows)
    below = table.quantities[rows, tree["quantity"]] <= tree["limit"]
    return {**tree, "rows": rows, "below": refined(table, errors, tree["below"], rows[below]),
            "above": refined(table, errors, tree["above"], rows[~below])}


def fitted(table, name, rows):
    """Rows of calls by themselves and within programs come first, then the many of networks' layers."""
    errors = table.errors(name)
    first = rows[[not table.rows[row].of_network for row in rows]]
    return bound(table, name, refined(table, errors, grow(table, errors, first), rows))


def check(table, passes=PASSES):
    for name in passes:
        rows = table.known(name)
        fold = folds(table, rows, 2)
        near, inside, widths = 0, 0, []
        for part in range(2):
            tree = fitted(table, name, rows[fold != part])
            for row in rows[fold == part]:
                leaf, said, truth = path(table, tree, row)[-1], table.said[row], table.rows[row].truth[name]
                ends = [said[law] for law in (leaf["law"], *leaf["bounds"])]
                slack = max(4096, SLACK * table.all[row])
                near += abs(truth - ends[0]) <= slack
                inside += min(ends) - slack <= truth <= max(ends) + slack
                widths.append(min((max(ends) - min(ends)) / table.weight[row], WIDEST))
        print(f"{name}: half of the geometries tell the other half: {near / len(rows):.0%} of rows within {SLACK:.0%} of "
              f"x + w + y, {inside / len(rows):.0%} inside of bounds that are {np.mean(widths):.2f} of it wide in the mean",
              file=sys.stderr)


def write(table, name, tree, prefix=""):
    splits, leaves = [], []

    def place(node):
        if "below" not in node:
            laws = (table.laws[law] for law in (node["law"], *node["bounds"]))
            text = ", ".join(f"{{{copies}, {alignment}, Sums::{kind}, {count}}}" for copies, alignment, kind, count in laws)
            leaves.append(f"{{{text}}},  // {len(node['rows'])} rows")
            return -len(leaves)
        at = len(splits)
        splits.append(None)
        below, above = place(node["below"]), place(node["above"])
        splits[at] = f"{{Quantity::{table.names[node['quantity']]}, {node['limit']:.8g}, {below}, {above}}},"
        return at

    place(tree)
    title = "k" + prefix + name.title().replace("_", "")
    print(f"constexpr Split {title}Splits[] = {{", *splits, "};", sep="\n")
    print(f"constexpr Leaf {title}Leaves[] = {{", *leaves, "};", sep="\n")


def main():
    rows = []
    for path in (argument for argument in sys.argv[1:] if not argument.startswith("--")):
        with gzip.open(path, "rt") if path.endswith(".gz") else open(path) as lines:
            rows += [Row(row) for row in map(json.loads, lines) if row["op"] == "conv"]
    table = Table(rows)
    if "--check" in sys.argv:
        return check(table)
    print(f"// Made by probes/fit_cudnn_convolutions.py of {len(rows)} recorded convolutions, not written by hand.")
    for name in PASSES:
        write(table, name, fitted(table, name, table.known(name)))


if __name__ == "__main__":
    main()
