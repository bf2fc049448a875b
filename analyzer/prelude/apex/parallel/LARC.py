"""Layer-wise rates: each gradient is scaled by the norms of its weight and itself before the optimizer's own step
(apex/parallel/LARC.py). Nothing is kept."""
import torch


class LARC:
    def __init__(self, optimizer, trust_coefficient=0.02, clip=True, eps=1e-8):
        self.optim = optimizer
        self.trust_coefficient, self.clip, self.eps = trust_coefficient, clip, eps

    def __getattr__(self, name):
        if name.startswith("__") or name == "optim":
            raise AttributeError(name)
        return getattr(self.optim, name)

    def _scale(self, group, decay):
        for p in group["params"]:
            if p.grad is None:
                continue
            weight, slope = torch.norm(p), torch.norm(p.grad)
            rate = self.trust_coefficient * weight / (slope + weight * decay + self.eps)
            if self.clip:
                rate = torch.clamp(rate / group["lr"], max=1)
            p.grad += decay * p
            p.grad *= rate

    def step(self):
        decays = [group.get("weight_decay", 0) for group in self.optim.param_groups]
        with torch.no_grad():
            for group, decay in zip(self.optim.param_groups, decays):
                group["weight_decay"] = 0
                self._scale(group, decay)
        self.optim.step()
        for group, decay in zip(self.optim.param_groups, decays):
            group["weight_decay"] = decay
