"""The base of callbacks, and those that hold nothing on the GPU: they write, show or watch."""
import _run
import _vramlint


def reaches(trainer, epoch, what):
    """Whether training comes to that epoch: from there on it takes the most, and so it counts from the first."""
    if epoch <= 0:
        return True
    if _run.is_known(trainer.max_epochs) and 0 <= (trainer.max_epochs or 1000) <= epoch:
        return False
    _vramlint.assume(f"{what} from epoch {epoch} on; it is counted from the first")
    return True


class Callback:
    def __init__(self, *args, **options):
        pass

    @property
    def state_key(self):
        return type(self).__qualname__

    def _nothing(self, *args, **options):
        return None

    setup = teardown = state_dict = load_state_dict = on_save_checkpoint = on_load_checkpoint = on_exception = _nothing
    on_fit_start = on_fit_end = on_train_start = on_train_end = on_sanity_check_start = on_sanity_check_end = _nothing
    on_train_epoch_start = on_train_epoch_end = on_train_batch_start = on_train_batch_end = _nothing
    on_validation_start = on_validation_end = on_validation_epoch_start = on_validation_epoch_end = _nothing
    on_validation_batch_start = on_validation_batch_end = on_test_start = on_test_end = on_test_epoch_start = _nothing
    on_test_epoch_end = on_test_batch_start = on_test_batch_end = on_predict_start = on_predict_end = _nothing
    on_predict_epoch_start = on_predict_epoch_end = on_predict_batch_start = on_predict_batch_end = _nothing
    on_before_zero_grad = on_before_backward = on_after_backward = on_before_optimizer_step = _nothing


class Checkpoint(Callback):
    pass


class ModelCheckpoint(Checkpoint):
    best_model_path = ""


class OnExceptionCheckpoint(Checkpoint):
    pass


class BasePredictionWriter(Callback):
    pass


class DeviceStatsMonitor(Callback):
    pass


class EarlyStopping(Callback):
    pass


class LearningRateFinder(Callback):
    pass


class LearningRateMonitor(Callback):
    pass


class ModelSummary(Callback):
    pass


class RichModelSummary(ModelSummary):
    pass


class ProgressBar(Callback):
    pass


ProgressBarBase = ProgressBar


class TQDMProgressBar(ProgressBar):
    pass


class RichProgressBar(ProgressBar):
    pass


class SpikeDetection(Callback):
    pass


class ThroughputMonitor(Callback):
    pass


class Timer(Callback):
    pass


class LambdaCallback(Callback):
    def __init__(self, **hooks):
        for name, hook in hooks.items():
            if hook is not None:
                setattr(self, name, hook)
