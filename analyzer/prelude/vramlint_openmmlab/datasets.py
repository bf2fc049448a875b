"""mmengine's BaseDataset: what a subclass does to a sample is its own code; what its annotation file says is given."""
import copy

from torch.utils.data import Dataset
from vramlint_openmmlab.homes import Inert


class BaseDataset(Dataset, Inert):
    METAINFO = {}

    def __init__(self, ann_file="", metainfo=None, data_root="", data_prefix=None, filter_cfg=None, indices=None,
                 serialize_data=True, pipeline=(), test_mode=False, lazy_init=False, max_refetch=1000):
        from mmengine.dataset import Compose

        self.ann_file = ann_file
        self.data_root = data_root
        self.data_prefix = copy.copy(data_prefix if data_prefix is not None else {"img_path": ""})
        self.filter_cfg = copy.deepcopy(filter_cfg)
        self._indices = indices
        self._metainfo = {**self.METAINFO, **(metainfo or {})}
        self.serialize_data = serialize_data
        self.test_mode = test_mode
        self.max_refetch = max_refetch
        self.pipeline = Compose(list(pipeline))
        self._fully_initialized = False

    metainfo = property(lambda self: copy.deepcopy(self._metainfo))

    def hold(self, data_list):
        """Instead of what an annotation file would say."""
        self.data_list = data_list
        self._fully_initialized = True

    def get_data_info(self, idx):
        return {**copy.deepcopy(self.data_list[idx]), "sample_idx": idx}

    def prepare_data(self, idx):
        return self.pipeline(self.get_data_info(idx))

    def __getitem__(self, idx):
        return self.prepare_data(idx)

    def __len__(self):
        return len(self.data_list)

    def full_init(self):
        return None

    def filter_data(self):
        return self.data_list
