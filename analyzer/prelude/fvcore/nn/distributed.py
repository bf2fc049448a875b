import torch.distributed as dist
from torch.autograd import Function


class _AllReduce(Function):
    @staticmethod
    def forward(ctx, input):
        given = input.clone()
        dist.all_reduce(given)
        return given

    @staticmethod
    def backward(ctx, grad_output):
        dist.all_reduce(grad_output)
        return grad_output


def differentiable_all_reduce(input):
    if not dist.is_available() or not dist.is_initialized() or dist.get_world_size() == 1:
        return input
    return _AllReduce.apply(input)


class _AllGather(Function):
    @staticmethod
    def forward(ctx, input):
        import torch

        gathered = [torch.zeros_like(input) for _ in range(dist.get_world_size())]
        dist.all_gather(gathered, input)
        return torch.stack(gathered, dim=0)

    @staticmethod
    def backward(ctx, grad_output):
        dist.all_reduce(grad_output)
        return grad_output[dist.get_rank()]


def differentiable_all_gather(input):
    if not dist.is_available() or not dist.is_initialized() or dist.get_world_size() == 1:
        return [input]
    return list(_AllGather.apply(input).unbind(0))
