"""What a checkpoint holds fills what is there; it is read before the loop and let go."""
import os

import _vramlint
from iopath.common.file_io import HTTPURLHandler, PathManager
from torch.nn.parallel import DataParallel, DistributedDataParallel


class Checkpointer:
    def __init__(self, model, save_dir="", *, save_to_disk=True, **checkpointables):
        if isinstance(model, (DistributedDataParallel, DataParallel)):
            model = model.module
        self.model = model
        self.checkpointables = dict(checkpointables)
        self.save_dir = save_dir
        self.save_to_disk = save_to_disk
        self.path_manager = PathManager()
        self.path_manager.register_handler(HTTPURLHandler())

    def add_checkpointable(self, key, checkpointable):
        self.checkpointables[key] = checkpointable

    def save(self, name, **options):
        return None

    def load(self, path, checkpointables=None):
        return {}

    def has_checkpoint(self):
        return self.path_manager.exists(os.path.join(self.save_dir, "last_checkpoint"))

    def get_checkpoint_file(self):
        return _vramlint.unknown("which checkpoint was written last depends on the run")

    def get_all_checkpoint_files(self):
        return _vramlint.unknown("which checkpoints there are depends on the run")

    def resume_or_load(self, path, *, resume=True):
        return self.load(path) if resume else self.load(path, checkpointables=[])

    def tag_last_checkpoint(self, last_filename_basename):
        return None


class PeriodicCheckpointer:
    def __init__(self, checkpointer, period, max_iter=None, max_to_keep=None, file_prefix="model"):
        self.checkpointer = checkpointer
        self.period = int(period)
        self.max_iter = max_iter
        self.max_to_keep = max_to_keep
        self.recent_checkpoints = []
        self.path_manager = checkpointer.path_manager
        self.file_prefix = file_prefix

    def step(self, iteration, **options):
        return None

    def save(self, name, **options):
        return None


def get_missing_parameters_message(keys):
    return "Some model parameters or buffers are not found in the checkpoint"


def get_unexpected_parameters_message(keys):
    return "The checkpoint state_dict contains keys that are not used by the model"
