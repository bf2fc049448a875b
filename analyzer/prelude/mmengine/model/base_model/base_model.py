from collections import OrderedDict

import _vramlint
import torch
from mmengine.model.base_model.data_preprocessor import BaseDataPreprocessor, _device_in
from mmengine.registry import MODELS
from torch import nn
from vramlint_openmmlab.checks import is_list_of
from vramlint_openmmlab.modules import BaseModule


def run_forward(model, data, mode):
    if isinstance(data, dict):
        return model(**data, mode=mode)
    if isinstance(data, (list, tuple)):
        return model(*data, mode=mode)
    raise TypeError(f"Output of `data_preprocessor` should be list, tuple or dict, but got {type(data)}")


class BaseModel(BaseModule):
    def __init__(self, data_preprocessor=None, init_cfg=None):
        super().__init__(init_cfg)
        if data_preprocessor is None:
            data_preprocessor = dict(type="BaseDataPreprocessor")
        if isinstance(data_preprocessor, nn.Module):
            self.data_preprocessor = data_preprocessor
        elif isinstance(data_preprocessor, dict):
            self.data_preprocessor = MODELS.build(data_preprocessor)
        else:
            raise TypeError("data_preprocessor should be a `dict` or `nn.Module` instance, but got "
                            f"{type(data_preprocessor)}")

    def train_step(self, data, optim_wrapper):
        with optim_wrapper.optim_context(self):
            data = self.data_preprocessor(data, True)
            losses = self._run_forward(data, mode="loss")
        parsed_losses, log_vars = self.parse_losses(losses)
        optim_wrapper.update_params(parsed_losses)
        return log_vars

    def val_step(self, data):
        data = self.data_preprocessor(data, False)
        return self._run_forward(data, mode="predict")

    test_step = val_step

    def parse_losses(self, losses):
        log_vars = OrderedDict()
        for name, value in losses.items():
            if isinstance(value, torch.Tensor):
                log_vars[name] = value.mean()
            elif is_list_of(value, torch.Tensor):
                log_vars[name] = sum([each.mean() for each in value])
            else:
                raise TypeError(f"{name} is not a tensor or list of tensors")
        loss = sum([value for name, value in log_vars.items() if "loss" in name])
        return loss, OrderedDict([("loss", loss)] + [item for item in log_vars.items() if item[0] != "loss"])

    def to(self, *args, **kwargs):
        device = _device_in(args, kwargs)
        if device is not None:
            self._set_device(device)
        return super().to(*args, **kwargs)

    def cuda(self, device=None):
        self._set_device(torch.device("cuda"))
        return super().cuda(device)

    def cpu(self, *args, **kwargs):
        self._set_device(torch.device("cpu"))
        return super().cpu()

    def _set_device(self, device):
        for module in _vramlint.modules_of(self):
            if isinstance(module, BaseDataPreprocessor):
                module._device = device

    def forward(self, inputs, data_samples=None, mode="tensor"):
        raise NotImplementedError(f"{type(self).__name__} has no `forward`")

    def _run_forward(self, data, mode):
        return run_forward(self, data, mode)
