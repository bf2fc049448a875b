from gymnasium.wrappers import (
    AtariPreprocessing, AutoResetWrapper, ClipAction, FlattenObservation, FrameStack, GrayScaleObservation, Monitor,
    NormalizeObservation, NormalizeReward, OrderEnforcing, RecordEpisodeStatistics, RecordVideo, RescaleAction,
    ResizeObservation, TimeLimit, TransformObservation, TransformReward,
)
