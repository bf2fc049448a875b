"""The start of a program: its options are read, and what stands beside them is handed on."""

import sys

from absl import flags


class UsageError(Exception):
    pass


def run(main, argv=None, flags_parser=None):
    words = list(sys.argv if argv is None else argv)
    result = main(flags.FLAGS(words) if flags_parser is None else flags_parser(words))
    if result is not None:
        raise SystemExit(result)


def call_after_init(callback):
    return callback()
