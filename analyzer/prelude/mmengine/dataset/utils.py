from mmengine.dataset import COLLATE_FUNCTIONS, default_collate, pseudo_collate, worker_init_fn
