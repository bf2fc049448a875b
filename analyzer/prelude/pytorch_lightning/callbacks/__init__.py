from pytorch_lightning.callbacks._finetuning import BackboneFinetuning, BaseFinetuning
from pytorch_lightning.callbacks._plain import (
    BasePredictionWriter, Callback, Checkpoint, DeviceStatsMonitor, EarlyStopping, LambdaCallback, LearningRateFinder,
    LearningRateMonitor, ModelCheckpoint, ModelSummary, OnExceptionCheckpoint, ProgressBar, ProgressBarBase, RichModelSummary,
    RichProgressBar, SpikeDetection, ThroughputMonitor, Timer, TQDMProgressBar)
from pytorch_lightning.callbacks._scheduling import GradientAccumulationScheduler
from pytorch_lightning.callbacks._averaging import EMAWeightAveraging, StochasticWeightAveraging, WeightAveraging
