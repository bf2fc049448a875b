"""What Image.filter takes; it changes no size."""


class Filter:
    def __init__(self, *args, **options):
        pass


MultibandFilter = Filter


class BoxBlur(Filter):
    pass


class GaussianBlur(Filter):
    pass


class UnsharpMask(Filter):
    pass


class Kernel(Filter):
    pass


class RankFilter(Filter):
    pass


class MedianFilter(RankFilter):
    pass


class MinFilter(RankFilter):
    pass


class MaxFilter(RankFilter):
    pass


class ModeFilter(Filter):
    pass


BLUR = CONTOUR = DETAIL = EDGE_ENHANCE = EDGE_ENHANCE_MORE = EMBOSS = FIND_EDGES = SHARPEN = SMOOTH = SMOOTH_MORE = Filter
