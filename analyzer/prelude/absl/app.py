"""The start of a program: its options are read, and what stands beside them is handed on."""

import sys

from absl import flags


class UsageError(Exception):
    pass


def run(main, argv=None, flags_parser=None):
    words = list(sys.argv if argv is None else argv)
    raise SystemExit(main(flags.FLAGS(words) if flags_parser is None else flags_parser(words)))


def call_after_init(callback):
    return callback()
