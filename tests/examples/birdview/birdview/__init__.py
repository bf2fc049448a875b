from . import backbones, heads, segmentor, views
from .registry import SEGMENTORS


def build_segmentor(settings):
    return SEGMENTORS.build(settings)
