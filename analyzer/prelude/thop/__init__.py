"""Counts operations in a forward pass, of which nothing is left."""

import _vramlint


def profile(model, inputs=None, **options):
    unknown = _vramlint.unknown("what thop counts")
    return (unknown, unknown, unknown) if options.get("ret_layer_info") else (unknown, unknown)


def clever_format(nums, format="%.2f"):
    return tuple(_vramlint.unknown("what thop counts") for _ in nums) if isinstance(nums, (list, tuple)) else format
