from torch.distributed.fsdp import *  # noqa: F401,F403
