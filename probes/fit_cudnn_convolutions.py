#!/usr/bin/env python3
"""fit_cudnn_convolutions.py LAWS.jsonl.gz CONVOLUTIONS.jsonl… > analyzer/memory/libraries/tables/cudnn9_hopper.inc

Recorded convolutions as the table in which a call looks for its nearest: rows with "op": "conv", the sizes of the call, and
the bytes beside inputs and result in "forward", "by_input" and "by_weight", where they are known. A law is arithmetic
(channels-last copies of operands, partial sums of the filter); which of them a call follows is read off its neighbours.
`--check` says how well half of the rows tell the others. Needs numpy.
"""
import sys

import convolution_rows
import nearest_rows

BOUNDING = 16  # neighbours


def main():
    paths = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    table = nearest_rows.Table([convolution_rows.Row(row) for row in convolution_rows.read(paths)], convolution_rows.all_laws())
    if "--check" in sys.argv:
        return nearest_rows.check(table, BOUNDING)
    kept = nearest_rows.worth_keeping(table)
    print(f"// Made by probes/fit_cudnn_convolutions.py: {len(kept)} of {len(table.rows)} recorded convolutions, which tell the others.")
    nearest_rows.write(table, kept, "")


if __name__ == "__main__":
    main()
