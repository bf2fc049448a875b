import torch
from timm.utils.clip_grad import dispatch_clip_grad


class NativeScaler:
    state_dict_key = "amp_scaler"

    def __init__(self, device="cuda"):
        self._scaler = torch.cuda.amp.GradScaler()

    def __call__(self, loss, optimizer, clip_grad=None, clip_mode="norm", parameters=None, create_graph=False,
                 need_update=True):
        self._scaler.scale(loss).backward(create_graph=create_graph)
        if not need_update:
            return
        if clip_grad is not None:
            assert parameters is not None
            self._scaler.unscale_(optimizer)
            dispatch_clip_grad(parameters, clip_grad, mode=clip_mode)
        self._scaler.step(optimizer)
        self._scaler.update()

    def state_dict(self):
        return self._scaler.state_dict()

    def load_state_dict(self, state_dict):
        self._scaler.load_state_dict(state_dict)


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'timm.utils.cuda' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("timm.utils." + name + " is not modelled")
