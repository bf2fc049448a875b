from monai.losses._regions import RegionLoss


class TverskyLoss(RegionLoss):
    def __init__(self, include_background=True, to_onehot_y=False, sigmoid=False, softmax=False, other_act=None, alpha=0.5,
                 beta=0.5, reduction="mean", smooth_nr=1e-5, smooth_dr=1e-5, batch=False):
        super().__init__(include_background, to_onehot_y, sigmoid, softmax, other_act, reduction, smooth_nr, smooth_dr, batch)
        self.alpha, self.beta = alpha, beta

    def forward(self, input, target):
        input, target = self.compared(input, target)
        axes = self.axes(input)
        hit = (input * target).sum(axes)
        false, missed = (input * (1 - target)).sum(axes), ((1 - input) * target).sum(axes)
        score = 1.0 - (hit + self.smooth_nr) / (hit + self.alpha * false + self.beta * missed + self.smooth_dr)
        return self.reduced(score, input)
