from enum import Enum


class StrEnum(str, Enum):
    """Members are their own values where text is expected."""

    def __str__(self):
        return self.value

    def __repr__(self):
        return self.value


class LossReduction(StrEnum):
    NONE = "none"
    MEAN = "mean"
    SUM = "sum"


class MetricReduction(StrEnum):
    NONE = "none"
    MEAN = "mean"
    SUM = "sum"
    MEAN_BATCH = "mean_batch"
    SUM_BATCH = "sum_batch"
    MEAN_CHANNEL = "mean_channel"
    SUM_CHANNEL = "sum_channel"


class Average(StrEnum):
    MACRO = "macro"
    WEIGHTED = "weighted"
    MICRO = "micro"
    NONE = "none"


class Weight(StrEnum):
    SQUARE = "square"
    SIMPLE = "simple"
    UNIFORM = "uniform"


class UpsampleMode(StrEnum):
    DECONV = "deconv"
    DECONVGROUP = "deconvgroup"
    NONTRAINABLE = "nontrainable"
    PIXELSHUFFLE = "pixelshuffle"


class SkipMode(StrEnum):
    CAT = "cat"
    ADD = "add"
    MUL = "mul"


class BlendMode(StrEnum):
    CONSTANT = "constant"
    GAUSSIAN = "gaussian"


class PytorchPadMode(StrEnum):
    CONSTANT = "constant"
    REFLECT = "reflect"
    REPLICATE = "replicate"
    CIRCULAR = "circular"


class CommonKeys(StrEnum):
    IMAGE = "image"
    LABEL = "label"
    PRED = "pred"
    LOSS = "loss"
    METADATA = "metadata"
