"""torch.optim.lr_scheduler and swa_utils: the rates that they give."""
import math

import torch
from torch import nn, optim
from torch.optim import lr_scheduler, swa_utils
from torch.optim.lr_scheduler import LambdaLR, StepLR
from surface import show


def sgd(lr=1.0, momentum=0.9):
    return optim.SGD(nn.Linear(2, 2).parameters(), lr=lr, momentum=momentum)


def pair():
    return optim.SGD([{"params": nn.Linear(1, 1).parameters()}, {"params": nn.Linear(1, 1).parameters(), "lr": 0.5}],
    lr=1.0)


def rates(scheduler, steps=8):
    found = []
    for _ in range(steps):
        found.append([round(rate, 6) for rate in scheduler.get_last_lr()])
        scheduler.optimizer.step()
        scheduler.step()
    return found


def run(name, *args, optimizer=None, steps=8, **kwargs):
    return rates(getattr(lr_scheduler, name)(optimizer or sgd(), *args, **kwargs), steps)


def momenta(name, *args, optimizer=None, steps=6, **kwargs):
    optimizer = optimizer or sgd()
    scheduler, found = getattr(lr_scheduler, name)(optimizer, *args, **kwargs), []
    for _ in range(steps):
        group = optimizer.param_groups[0]
        found.append(round(group["betas"][0] if "betas" in group else group["momentum"], 6))
        optimizer.step()
        scheduler.step()
    return found


def plateau(values, **options):
    optimizer, found = sgd(), []
    scheduler = lr_scheduler.ReduceLROnPlateau(optimizer, **options)
    for value in values:
        scheduler.step(value)
        found.append(round(optimizer.param_groups[0]["lr"], 6))
    return found


def sequential(make, milestones, steps=8):
    optimizer = sgd()
    return rates(lr_scheduler.SequentialLR(optimizer, make(optimizer), milestones=milestones), steps)


def chained():
    optimizer = sgd()
    return rates(lr_scheduler.ChainedScheduler([lr_scheduler.ConstantLR(optimizer, 0.1, 2),
                                                lr_scheduler.ExponentialLR(optimizer, 0.9)]))


def resumed():
    optimizer = sgd()
    for group in optimizer.param_groups:
        group["initial_lr"] = 1.0
    return rates(StepLR(optimizer, 2, last_epoch=3), 4)


def reloaded():
    first, second = StepLR(sgd(), 2), StepLR(sgd(), 2)
    for _ in range(5):
        first.optimizer.step()
        first.step()
    second.load_state_dict(first.state_dict())
    return [second.last_epoch, round(second.get_last_lr()[0], 6)]


def warmup(step):
    return min(1.0, (step + 1) / 4)


class Own(lr_scheduler._LRScheduler):
    def __init__(self, optimizer, power=2, last_epoch=-1):
        self.power = power
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * (1 - self.last_epoch / 10) ** self.power for base in self.base_lrs]


def averaged(updates, **options):
    model = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
    swa = swa_utils.AveragedModel(model, **options)
    for _ in range(updates):
        swa.update_parameters(model)
    return [[name for name, _ in swa.named_parameters()], [name for name, _ in swa.named_buffers()],
    swa(torch.zeros(3, 2))]


def swa_rates(steps=6, **options):
    optimizer = sgd()
    return rates(swa_utils.SWALR(optimizer, **options), steps)


show("step", lambda: run("StepLR", 3))
show("step keywords", lambda: run("StepLR", step_size=2, gamma=0.5))
show("step groups", lambda: run("StepLR", 3, 0.1, optimizer=pair()))
show("step attributes", lambda: (lambda s: [s.step_size, s.gamma, s.last_epoch, s.base_lrs])(StepLR(sgd(), 3)))
show("multi step", lambda: run("MultiStepLR", [2, 5], 0.1))
show("multi step twice", lambda: run("MultiStepLR", milestones=[2, 2, 4], gamma=0.5))
show("constant", lambda: run("ConstantLR", 0.5, 3))
show("constant default", lambda: run("ConstantLR"))
show("constant wrong", lambda: run("ConstantLR", factor=1.5))
show("linear", lambda: run("LinearLR", 0.25, total_iters=4))
show("linear default", lambda: run("LinearLR"))
show("linear down", lambda: run("LinearLR", 1.0, 0.1, 5))
show("linear wrong", lambda: run("LinearLR", start_factor=1.5))
show("linear wrong end", lambda: run("LinearLR", end_factor=-0.5))
show("exponential", lambda: run("ExponentialLR", 0.9))
show("exponential no gamma", lambda: run("ExponentialLR"))
show("polynomial", lambda: run("PolynomialLR", 5, 2.0))
show("polynomial default", lambda: run("PolynomialLR"))
show("cosine", lambda: run("CosineAnnealingLR", 5))
show("cosine up again", lambda: run("CosineAnnealingLR", T_max=3, eta_min=0.1, steps=10))
show("cosine restarts", lambda: run("CosineAnnealingWarmRestarts", 3))
show("cosine restarts grow", lambda: run("CosineAnnealingWarmRestarts", T_0=2, T_mult=2, eta_min=0.01, steps=12))
show("cosine restarts wrong", lambda: run("CosineAnnealingWarmRestarts", 0))
show("cosine restarts wrong mult", lambda: run("CosineAnnealingWarmRestarts", 2, T_mult=1.5))
show("lambda", lambda: run("LambdaLR", warmup))
show("lambda keyword", lambda: run("LambdaLR", lr_lambda=lambda epoch: 0.95 ** epoch))
show("lambda each", lambda: run("LambdaLR", [warmup, lambda epoch: 1.0], optimizer=pair()))
show("lambda count", lambda: run("LambdaLR", [warmup], optimizer=pair()))
show("multiplicative", lambda: run("MultiplicativeLR", lambda epoch: 0.9))
show("one cycle", lambda: run("OneCycleLR", 0.1, total_steps=9))
show("one cycle epochs", lambda: run("OneCycleLR", max_lr=0.1, epochs=3, steps_per_epoch=4, steps=12))
show("one cycle linear", lambda: run("OneCycleLR", 0.1, 10, pct_start=0.2, anneal_strategy="linear", div_factor=10.0))
show("one cycle three", lambda: run("OneCycleLR", 0.1, 12, three_phase=True, steps=12))
show("one cycle momentum", lambda: momenta("OneCycleLR", 0.1, 10))
show("one cycle betas", lambda: momenta("OneCycleLR", 0.1, 10, optimizer=optim.Adam(nn.Linear(1, 1).parameters())))
show("one cycle each", lambda: run("OneCycleLR", [0.1, 0.2], 10, optimizer=pair(), cycle_momentum=False))
show("one cycle too far", lambda: run("OneCycleLR", 0.1, total_steps=4))
show("one cycle no steps", lambda: run("OneCycleLR", 0.1))
show("one cycle wrong start", lambda: run("OneCycleLR", 0.1, 10, pct_start=2.0))
show("one cycle wrong strategy", lambda: run("OneCycleLR", 0.1, 10, anneal_strategy="step"))
show("one cycle no momentum", lambda: run("OneCycleLR", 0.1, 10, optimizer=optim.Adagrad(nn.Linear(1,
    1).parameters())))
show("cyclic", lambda: run("CyclicLR", 0.1, 1.0, 3))
show("cyclic halves", lambda: run("CyclicLR", base_lr=0.1, max_lr=1.0, step_size_up=2, step_size_down=1,
    mode="triangular2"))
show("cyclic range", lambda: run("CyclicLR", 0.1, 1.0, 2, mode="exp_range", gamma=0.9))
show("cyclic own", lambda: run("CyclicLR", 0.1, 1.0, 2, scale_fn=lambda x: 1 / x))
show("cyclic momentum", lambda: momenta("CyclicLR", 0.1, 1.0, 3))
show("cyclic adam", lambda: run("CyclicLR", 0.1, 1.0, optimizer=optim.Adam(nn.Linear(1, 1).parameters())))
show("cyclic wrong mode", lambda: run("CyclicLR", 0.1, 1.0, mode="round"))
show("plateau", lambda: plateau([1.0, 0.9, 0.9, 0.9, 0.9, 0.8, 0.8, 0.8, 0.8], patience=1))
show("plateau max", lambda: plateau([1.0, 2.0, 1.0, 1.0, 1.0], mode="max", patience=0, factor=0.5))
show("plateau cooldown", lambda: plateau([1.0] * 8, patience=0, cooldown=2, min_lr=0.05))
show("plateau absolute", lambda: plateau([1.0, 0.95, 0.9, 0.5], patience=0, threshold=0.1, threshold_mode="abs"))
show("plateau factor", lambda: plateau([1.0], factor=1.5))
show("plateau mode", lambda: plateau([1.0], mode="low"))
show("plateau no metric", lambda: lr_scheduler.ReduceLROnPlateau(sgd()).step())
show("plateau min_lr", lambda: lr_scheduler.ReduceLROnPlateau(sgd(), min_lr=[0.1, 0.2]))
show("sequential", lambda: sequential(lambda o: [lr_scheduler.ConstantLR(o, 0.1, 2), lr_scheduler.ExponentialLR(o,
    0.9)], [2]))
show("sequential warmup", lambda: sequential(
    lambda o: [lr_scheduler.LinearLR(o, 0.1, total_iters=3), lr_scheduler.CosineAnnealingLR(o, 5)], [3]))
show("sequential milestones", lambda: sequential(lambda o: [StepLR(o, 1)], [2]))
show("chained", chained)
show("own", lambda: rates(Own(sgd(), power=1)))
show("own base", lambda: lr_scheduler._LRScheduler(sgd()))
show("not an optimizer", lambda: StepLR(nn.Linear(1, 1), 2))
show("resumed", resumed)
show("resumed without initial", lambda: StepLR(sgd(), 2, last_epoch=3))
show("reloaded", reloaded)
show("state keys", lambda: sorted(StepLR(sgd(), 2).state_dict())[-4:])
show("state of a lambda", lambda: LambdaLR(sgd(), warmup).state_dict()["lr_lambdas"])
show("optimizer group", lambda: (lambda o: [LambdaLR(o, warmup), o.param_groups[0]["initial_lr"],
    o.param_groups[0]["lr"]][1:])(sgd()))
show("step of an epoch", lambda: (lambda s: [s.step(4), [round(r, 6) for r in s.get_last_lr()]])(StepLR(sgd(), 2)))
show("averaged", lambda: averaged(0))
show("averaged twice", lambda: averaged(3))
show("averaged own", lambda: averaged(2, avg_fn=lambda average, value, count: 0.9 * average + 0.1 * value))
show("averaged buffers", lambda: averaged(2, use_buffers=True))
show("averaged is another", lambda: (lambda m: swa_utils.AveragedModel(m).module is m)(nn.Linear(1, 1)))
show("averaged state", lambda: list(swa_utils.AveragedModel(nn.Linear(1, 1)).state_dict()))
show("update_bn", lambda: swa_utils.update_bn([torch.zeros(4, 2)] * 3, nn.Sequential(nn.Linear(2, 3),
    nn.BatchNorm1d(3))))
show("swa rates", lambda: swa_rates(swa_lr=0.1, anneal_epochs=3))
show("swa rates linear", lambda: swa_rates(swa_lr=0.05, anneal_strategy="linear", anneal_epochs=4))
show("swa rates wrong", lambda: swa_rates(swa_lr=0.05, anneal_strategy="step"))
