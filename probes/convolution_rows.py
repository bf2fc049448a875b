"""Recorded convolutions, and the laws that a workspace may follow: arithmetic of a call's sizes."""
import gzip
import json
import math

PASSES = ("forward", "by_input", "by_weight")
SIZES = {"float32": 4, "float16": 2, "bfloat16": 2}
COPIES = (0, 1, 2, 4, 3, 5, 6, 7)  # sets of 1: input, 2: filter, 4: output
ALIGNMENTS = (1, 4, 8, 32)         # channels of the copies are padded to a multiple
SUMS = [("none", 0)] + [("filters", n) for n in (1, 2, 4)] + [("images", 1), ("channels", 8), ("buffer", 1)] + [
    (f"tiles{tile}", waves) for tile in (64, 128, 256) for waves in (1, 2)]
BUFFER = 9636319  # bytes, whatever the sizes: the copies of two filters of 7x7 with one channel a group leave that
MULTIPROCESSORS = 132


def ceil(a, b):
    return -(-a // b)


class Row:
    def __init__(self, row):
        self.x, self.w, self.y, self.groups = row["x"], row["w"], row["y"], row["groups"]
        self.half, self.tf32 = row["dtype"] != "float32", row["tf32"]
        self.size = SIZES[row["dtype"]]
        self.transposed, self.channels_last = row["transposed"], row["y_channels_last"]
        self.dims, self.stride, self.dilation = row["dims"], math.prod(row["stride"]), max(row["dilation"])
        self.kernel = math.prod(self.w[2:])
        self.input, self.filter, self.output = (math.prod(shape) for shape in (self.x, self.w, self.y))
        self.filter_sums = self.filter * 4
        self.all = (self.input + self.filter + self.output) * self.size
        self.truth = {name: row.get(name, math.nan) for name in PASSES}
        self.of_network = "network" in row
        self.family = json.dumps([self.x, self.w, row["stride"], row["padding"], self.groups])

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


def read(paths):
    """Calls without tensor cores are of another generation's ways: TF32 is on unless a program turns it off."""
    for path in paths:
        with gzip.open(path, "rt") if path.endswith(".gz") else open(path) as lines:
            yield from (row for row in map(json.loads, lines) if row["op"] == "conv" and (row["tf32"] or row["dtype"] != "float32"))
