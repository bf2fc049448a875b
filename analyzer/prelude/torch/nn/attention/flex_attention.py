"""Attention that is compiled from a function: its kernels are not modelled, its names are there to be asked for."""

import _vramlint

_DEFAULT_SPARSE_BLOCK_SIZE = 128


class BlockMask:
    def __init__(self, *args, **options):
        _vramlint.unsupported("flex_attention is not modelled")


class AuxRequest:
    def __init__(self, lse=False, max_scores=False):
        self.lse = lse
        self.max_scores = max_scores


def create_block_mask(*args, **options):
    return _vramlint.unknown("flex_attention is not modelled")


def flex_attention(*args, **options):
    return _vramlint.unknown("flex_attention is not modelled")
