import os

import torch
from torch import distributed


def reduce_tensor(tensor, n):
    copy = tensor.clone()
    distributed.all_reduce(copy)
    copy /= n
    return copy


def distribute_bn(model, world_size, reduce=False):
    pass


def is_distributed_env():
    return any([int(os.environ[name]) > 1 for name in ("WORLD_SIZE", "SLURM_NTASKS") if name in os.environ])


def is_primary(args, rank=0):
    return args.rank == rank


def world_info_from_env():
    return tuple([int(os.environ.get(name, otherwise)) for name, otherwise in
                  (("LOCAL_RANK", "0"), ("RANK", "0"), ("WORLD_SIZE", "1"))])


def init_distributed_device(args):
    args.distributed = is_distributed_env()
    args.local_rank, args.rank, args.world_size = world_info_from_env()
    if args.distributed:
        distributed.init_process_group(backend="nccl", init_method="env://")
    args.device = f"cuda:{args.local_rank}" if torch.cuda.is_available() else "cpu"
    device = torch.device(args.device)
    torch.cuda.set_device(device)
    return device
