"""Which law a convolution's workspace follows, by the recorded convolutions nearest to it.

Rows are sorted by kind: what a call must have in common with its neighbours. Within a kind they are as far from each other as
the logarithms of their sizes are. Each row votes, a pass, for the laws that tell it; what is closest counts most. The same is
done by analyzer/memory/libraries/nearest_convolutions.cpp. Needs numpy.
"""
import collections
import math
import sys

import numpy as np

import convolution_rows as rows_of
from convolution_rows import PASSES

LAWS = 64                # a bit each
VOTERS, HALF_VOTE = 9, 2
FEWEST = 9               # rows around a call; where its kind has fewer, the nearest kinds lend theirs
SLACK, WIDEST = 0.02, 30  # of input + filter + output: what counts as told, and the width beyond which all are alike
FLOOR = 4 << 20          # convolutions smaller than this weigh as if they had it
AGREEING, ALIKE = 5, 4   # a row that so many of its nearest tell alike is left out
PLACES_ALIGNED = {"forward": 12, "by_input": 0, "by_weight": 0}  # how much it counts whether places are multiples alike


def log(number, steps=16):
    return min(255, round(steps * math.log2(number)))


def kind_of(row):
    return (int(row.half), int(row.channels_last), int(row.transposed), int(row.groups > 1 and row.groups == row.x[1]),
            int(row.groups > 1), row.dims, row.kernel, row.stride, row.dilation)


def place_of(row):
    places = [log(math.prod(shape[2:]), 8) for shape in (row.x, row.y)]
    alignments = [int(math.log2(math.gcd(shape[1], 8))) for shape in (row.x, row.y)]
    aligned_places = [int(math.log2(math.gcd(math.prod(shape[2:]), 16))) for shape in (row.x, row.y)]
    return [log(row.x[0]), log(row.x[1]), log(row.y[1]), *places, log(row.groups), *alignments, *aligned_places]


def kinds_apart(one, other):
    differing = sum(a != b for a, b in zip(one[:6], other[:6]))
    return 1000 * differing + sum(round(64 * abs(math.log2(a / b))) for a, b in zip(one[6:], other[6:]))


def apart(places, place, name):
    by = np.abs(places - place)
    all_places = np.abs((places[:, 0] + 2 * places[:, 4]) - (place[0] + 2 * place[4]))
    return by[:, 0] + 2 * (by[:, 1] + by[:, 2] + by[:, 3] + by[:, 5]) + 64 * (by[:, 6] + by[:, 7]) + all_places + (
        PLACES_ALIGNED[name] * (by[:, 8] + by[:, 9]))


class Table:
    """The rows as arrays: a line a row, a column a law. `said` may be given: bytes by pass, row and law."""

    def __init__(self, rows, laws, said=None):
        self.rows, self.laws = rows, laws
        every = said or dict.fromkeys(PASSES, np.array([[float(row.copied(a, b) + row.sums(c, d)) for a, b, c, d in laws] for row in rows]))
        self.all = np.array([float(row.all) for row in rows])
        self.weight, self.slack = np.maximum(self.all, FLOOR), np.maximum(4096, SLACK * self.all)
        self.kinds, self.places = [kind_of(row) for row in rows], np.array([place_of(row) for row in rows])
        self.truth = {name: np.array([float(row.truth[name]) for row in rows]) for name in PASSES}
        self.chosen, self.said, self.votes = {}, {}, {}
        for name in PASSES:
            self.choose_laws(name, every[name])

    def choose_laws(self, name, said):
        """As few laws as tell most; a row that none of them tells votes for the closest."""
        off = np.abs(said - self.truth[name][:, None])
        known = ~np.isnan(self.truth[name])
        telling = off <= self.slack[:, None]
        left, chosen = known & telling.any(1), []
        while len(chosen) < LAWS and left.any():
            chosen.append(int(np.argmax(telling[left].sum(0))))
            left &= ~telling[:, chosen[-1]]
        self.chosen[name] = sorted(chosen)
        self.said[name], votes = said[:, self.chosen[name]], telling[:, self.chosen[name]]
        untold = np.nonzero(known & ~votes.any(1))[0]
        votes[untold, np.argmin(off[untold][:, self.chosen[name]], 1)] = True
        self.votes[name] = votes & known[:, None]


class Neighbours:
    """Of the rows that are kept."""

    def __init__(self, table, kept):
        self.table, self.groups = table, collections.defaultdict(list)
        for at in kept:
            self.groups[table.kinds[at]].append(at)
        self.lent = {}

    def around(self, kind):
        """Rows, and how far their kind is."""
        if kind not in self.lent:
            found, far = [], []
            for other in sorted(self.groups, key=lambda other: kinds_apart(kind, other)):
                if len(found) >= FEWEST:
                    break
                found += self.groups[other]
                far += [kinds_apart(kind, other)] * len(self.groups[other])
            self.lent[kind] = np.array(found), np.array(far)
        return self.lent[kind]

    def nearest(self, kind, place, name, count):
        rows, far = self.around(kind)
        told = self.table.votes[name][rows].any(1)
        rows, far = rows[told], far[told]
        far = far + apart(self.table.places[rows], place, name)
        order = np.argsort(far, kind="stable")[:count]
        return rows[order], far[order]

    def laws(self, kind, place, name, bounding):
        """The law most voted for, and of each neighbour that bounds it the law it shares with most."""
        rows, far = self.nearest(kind, place, name, max(VOTERS, bounding))
        if not len(rows):
            return 0, []
        votes = self.table.votes[name][rows]
        counted = (votes[:VOTERS] / (HALF_VOTE + far[:VOTERS])[:, None]).sum(0)
        first = np.arange(votes.shape[1]) * 1e-9
        return int(np.argmax(counted - first)), [int(np.argmax(np.where(row, counted - first, -1))) for row in votes[:bounding]]


def worth_keeping(table):
    """Calls by themselves and within programs, then networks' layers by chance that their nearest do not tell already."""
    kept, groups = [], collections.defaultdict(list)
    for at in sorted(np.random.default_rng(1).permutation(len(table.rows)), key=lambda at: table.rows[at].of_network):
        group = groups[table.kinds[at]]
        if not table.rows[at].of_network or len(group) < AGREEING or not told_by(table, np.array(group), at):
            group.append(at)
            kept.append(at)
    return kept


def told_by(table, group, at):
    for name in PASSES:
        far, own = apart(table.places[group], table.places[at], name), table.votes[name][at]
        if not own.any():
            continue
        told = np.nonzero(table.votes[name][group].any(1))[0]
        nearest = group[told[np.argsort(far[told], kind="stable")[:AGREEING]]]
        votes = table.votes[name][nearest].sum(0)
        if len(nearest) < AGREEING or not own[int(np.argmax(votes))] or votes[own].max() < ALIKE:
            return False
    return True


def folds(rows):
    """Half of the geometries and the other half; rows of one geometry, in other types or layouts, stay together."""
    families = sorted({row.family for row in rows})
    drawn = dict(zip(families, np.random.default_rng(1).integers(0, 2, len(families))))
    return np.array([drawn[row.family] for row in rows])


def check(table, bounding):
    fold = folds(table.rows)
    halves = [Neighbours(table, np.nonzero(fold != part)[0]) for part in range(2)]
    for name in PASSES:
        near, inside, widths, errors = 0, 0, [], []
        known = np.nonzero(~np.isnan(table.truth[name]))[0]
        for at in known:
            likely, laws = halves[fold[at]].laws(table.kinds[at], table.places[at], name, bounding)
            said, truth = table.said[name][at, [likely, *laws]], table.truth[name][at]
            near += abs(truth - said[0]) <= table.slack[at]
            inside += said.min() - table.slack[at] <= truth <= said.max() + table.slack[at]
            widths.append(min((said.max() - said.min()) / table.weight[at], WIDEST))
            errors.append(min(abs(truth - said[0]) / table.weight[at], 1))
        print(f"{name}: half of the geometries tell the other half: {near / len(known):.0%} of rows within {SLACK:.0%} of "
              f"x + w + y, {np.mean(errors):.1%} off in the mean, {inside / len(known):.0%} inside of bounds that are "
              f"{np.mean(widths):.2f} of it wide in the mean", file=sys.stderr)


def write(table, kept, prefix):
    sets = {name: sorted({bits(table.votes[name][at]) for at in kept}) for name in PASSES}
    for name in PASSES:
        title = f"k{prefix}{name.title().replace('_', '')}"
        print(f"constexpr Law {title}Laws[] = {{", *(law_text(table.laws[law]) for law in table.chosen[name]), "};", sep="\n")
        print(f"constexpr uint64_t {title}Sets[] = {{", *(f"{chosen:#x}," for chosen in sets[name]), "};", sep="\n")
    numbers = {name: {chosen: at for at, chosen in enumerate(sets[name])} for name in PASSES}
    ordered = sorted(kept, key=lambda at: (table.kinds[at], table.places[at][1], at))
    print(f"constexpr RecordedKind k{prefix}Kinds[] = {{")
    kinds = [table.kinds[at] for at in ordered]
    for first in (at for at, kind in enumerate(kinds) if at == 0 or kinds[at - 1] != kind):
        print("{{" + ",".join(map(str, kinds[first])) + f"}},{first},{kinds.count(kinds[first])}}},")
    print(f"}};\nconstexpr RecordedCall k{prefix}Recorded[] = {{")
    for at in ordered:
        chosen = [numbers[name][bits(table.votes[name][at])] for name in PASSES]
        print("{{" + ",".join(map(str, table.places[at])) + "},{" + ",".join(map(str, chosen)) + "}},")
    print("};")


def law_text(law):
    copies, alignment, kind, count = law
    return f"{{{copies}, {alignment}, Sums::{kind}, {count}}},"


def bits(votes):
    return sum(1 << int(at) for at in np.nonzero(votes)[0])
