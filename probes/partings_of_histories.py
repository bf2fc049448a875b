#!/usr/bin/env python3
"""partings_of_histories.py VRAMLINT PROJECT HISTORIES [PLACES]: where simulated requests and those of a GPU's run part.

For each history (histories.py) the second step: how many of its allocations both have in the same order, and the PLACES
(3) that part by the most bytes. What comes and goes there is left out: workspaces, mostly.
"""
import sys

from histories import ALLOCATE, alike, each, real_requests, simulated_requests

def stretches(simulated, real, place):
    """Between requests that both have: what each asked for alone."""
    begin, before = 0, 0
    for at in sorted(place) + [len(simulated)]:
        there = place.get(at, len(real))
        yield simulated[begin:at], real[before:there], at
        begin, before = at + 1, there + 1


def asked(requests):
    """Sizes of what is allocated, and not freed again at once."""
    live = []
    for kind, size, *_ in requests:
        if kind == ALLOCATE:
            live.append(size)
        elif size in live:
            live.remove(size)
    return live


def main():
    vramlint, project, histories = sys.argv[1:4]
    shown = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    for config, history, trace in each(vramlint, project, histories):
        real, (simulated, _) = real_requests(history), simulated_requests(trace)
        if not real:
            continue
        place = alike(simulated, real)
        both = sum(simulated[at][0] == ALLOCATE for at in place)
        all_ = sum(one[0] == ALLOCATE for one in real)
        print(f"{config}: {both} of {all_} allocations alike")
        parts = [(asked(ours), asked(theirs), at) for ours, theirs, at in stretches(simulated, real, place)]
        for ours, theirs, at in sorted(parts, key=lambda part: -abs(sum(part[0]) - sum(part[1])))[:shown]:
            print(f"    at request {at}: asked for {theirs[:6]}, simulated {ours[:6]}")


main()
