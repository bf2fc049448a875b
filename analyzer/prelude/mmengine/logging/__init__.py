"""Loggers that say nothing; what a run would note is not kept."""
import logging as _logging

from mmengine.utils.manager import ManagerMixin


class MMLogger(_logging.Logger, ManagerMixin):
    def __init__(self, name, logger_name="mmengine", log_file=None, log_level="INFO", file_mode="w", distributed=False,
                 file_handler_cfg=None):
        _logging.Logger.__init__(self, logger_name)
        ManagerMixin.__init__(self, name)

    @classmethod
    def get_current_instance(cls):
        if not cls._instance_dict:
            cls.get_instance("mmengine")
        return super().get_current_instance()

    def callHandlers(self, record):
        return None


def print_log(msg, logger=None, level=20):
    return None


class HistoryBuffer:
    def __init__(self, log_history=(), count_history=(), max_length=1000000):
        self.data = [], []

    def update(self, log_val, count=1):
        return None

    def _unread(self, *args, **options):
        import _vramlint
        return _vramlint.unknown("the history of a logged value is not kept")

    mean = min = max = current = statistics = _unread

    @classmethod
    def register_statistics(cls, method):
        return method


class MessageHub(ManagerMixin):
    def __init__(self, name, log_scalars=None, runtime_info=None, resumed_keys=None):
        super().__init__(name)
        self.log_scalars = {}
        self._told, self._progress = {}, None

    def _asks(self, progress):
        """For how far the training is, once somebody wants to know."""
        self._progress = progress

    @property
    def runtime_info(self):
        if self._progress is not None:
            progress, self._progress = self._progress, None
            self._told.update(progress())
        return self._told

    @classmethod
    def get_current_instance(cls):
        if not cls._instance_dict:
            cls.get_instance("mmengine")
        return super().get_current_instance()

    def update_scalar(self, key, value, count=1, resumed=True):
        return None

    def update_scalars(self, log_dict, resumed=True):
        return None

    def update_info(self, key, value, resumed=True):
        self.runtime_info[key] = value

    def update_info_dict(self, info_dict, resumed=True):
        self.runtime_info.update(info_dict)

    def pop_info(self, key, default=None):
        return self.runtime_info.pop(key, default)

    def get_info(self, key, default=None):
        if key in self.runtime_info:
            return self.runtime_info[key]
        if key in ("iter", "epoch", "max_iters", "max_epochs"):
            import _vramlint
            return _vramlint.some_number(f"the runner's `{key}` depends on how far the training is")
        return default

    def get_scalar(self, key):
        return HistoryBuffer()
