import torch


def dispatch_clip_grad(parameters, value, mode="norm", norm_type=2.0):
    if mode == "norm":
        torch.nn.utils.clip_grad_norm_(parameters, value, norm_type=norm_type)
    elif mode == "value":
        torch.nn.utils.clip_grad_value_(parameters, value)
    else:
        for parameter in parameters:  # adaptive: the norm of each beside that of its gradient
            if parameter.grad is not None:
                parameter.grad.detach().copy_(torch.where(parameter.grad.norm() > value, parameter.grad * 0.5, parameter.grad))
