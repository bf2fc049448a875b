from mmengine.dataset import Compose, BaseDataset, force_full_init
