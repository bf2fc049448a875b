class Callback:
    def __init__(self, *args, **options):
        pass


class ModelCheckpoint(Callback):
    best_model_path = ""


class EarlyStopping(Callback):
    pass


class LearningRateMonitor(Callback):
    pass


class TQDMProgressBar(Callback):
    pass


class RichProgressBar(Callback):
    pass


class GradientAccumulationScheduler(Callback):
    pass


class StochasticWeightAveraging(Callback):
    pass
