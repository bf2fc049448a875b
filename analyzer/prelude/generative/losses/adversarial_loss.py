import torch
from monai.networks.layers.utils import get_act_layer
from monai.utils import LossReduction
from torch import nn


class PatchAdversarialLoss(nn.Module):
    def __init__(self, reduction="mean", criterion="least_squares", no_activation_leastsq=False):
        super().__init__()
        if criterion.lower() not in ("bce", "hinge", "least_squares"):
            raise ValueError("Unrecognised criterion entered for Adversarial Loss: bce, hinge, least_squares expected")
        self.reduction = LossReduction(reduction).value
        self.criterion = criterion
        self.real_label = 1.0
        self.fake_label = -1.0 if criterion == "hinge" else 0.0
        if criterion == "bce":
            self.activation = get_act_layer("SIGMOID")
            self.loss_fct = nn.BCELoss(reduction=self.reduction)
        elif criterion == "hinge":
            self.activation = get_act_layer("TANH")
        else:
            slope = ("LEAKYRELU", {"negative_slope": 0.05})
            self.activation = None if no_activation_leastsq else get_act_layer(name=slope)
            self.loss_fct = nn.MSELoss(reduction=self.reduction)

    def _label(self, output, value):
        """One number, seen as often as the output has elements."""
        return torch.tensor(value, dtype=output.dtype).to(output.device).expand_as(output)

    def get_target_tensor(self, input, target_is_real):
        return self._label(input, self.real_label if target_is_real else self.fake_label)

    def get_zero_tensor(self, input):
        return self._label(input, 0.0)

    def forward_single(self, input, target):
        if self.criterion != "hinge":
            return self.loss_fct(input, target)
        return -torch.mean(torch.min(input - 1, self.get_zero_tensor(input)))

    def forward(self, input, target_is_real, for_discriminator):
        real = target_is_real or not for_discriminator
        losses = []
        for output in input if type(input) is list else [input]:
            hinge = self.criterion == "hinge"
            target = self.get_zero_tensor(output) if hinge else self.get_target_tensor(output, real)
            if self.activation is not None:
                output = self.activation(output)
            losses.append(self.forward_single(-output if hinge and not real else output, target))
        if self.reduction == "mean":
            return torch.mean(torch.stack(losses))
        return torch.sum(torch.stack(losses)) if self.reduction == "sum" else losses
