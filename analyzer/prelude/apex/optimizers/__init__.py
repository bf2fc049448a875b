"""Each updates all parameters in one kernel: nothing is made on the way."""
from torch import optim


class FusedAdam(optim.Adam):
    def __init__(self, params, lr=1e-3, bias_correction=True, betas=(0.9, 0.999), eps=1e-8, adam_w_mode=True,
                 weight_decay=0.0, amsgrad=False, set_grad_none=True, capturable=False, master_weights=False):
        if amsgrad:
            raise RuntimeError("FusedAdam does not support the AMSGrad variant.")
        super().__init__(params, lr, betas, eps, weight_decay, fused=True)


class FusedSGD(optim.SGD):
    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False,
                 wd_after_momentum=False, materialize_master_grads=True, set_grad_none=False):
        super().__init__(params, lr, momentum, dampening, weight_decay, nesterov, fused=True)


class _TwoStates(optim.Adam):
    def __init__(self, params, lr=1e-3, bias_correction=True, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.01,
                 amsgrad=False, **options):
        super().__init__(params, lr, betas, eps, weight_decay, fused=True)


class FusedLAMB(_TwoStates):
    pass


class FusedMixedPrecisionLamb(_TwoStates):
    pass


class FusedAdagrad(optim.Adagrad):
    def __init__(self, params, lr=1e-2, eps=1e-10, weight_decay=0.0, set_grad_none=True, adagrad_w_mode=False):
        super().__init__(params, lr, 0, weight_decay, eps=eps, fused=True)
