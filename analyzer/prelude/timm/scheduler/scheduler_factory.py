from timm.scheduler.cosine_lr import CosineLRScheduler
from timm.scheduler.multistep_lr import MultiStepLRScheduler
from timm.scheduler.plateau_lr import PlateauLRScheduler
from timm.scheduler.poly_lr import PolyLRScheduler
from timm.scheduler.step_lr import StepLRScheduler
from timm.scheduler.tanh_lr import TanhLRScheduler

_KINDS = {"cosine": CosineLRScheduler, "tanh": TanhLRScheduler, "step": StepLRScheduler, "multistep": MultiStepLRScheduler,
          "plateau": PlateauLRScheduler, "poly": PolyLRScheduler}


def scheduler_kwargs(cfg, decreasing_metric=None):
    options = dict(sched=cfg.sched, num_epochs=getattr(cfg, "epochs", 100))
    for name in ("warmup_epochs", "cooldown_epochs", "warmup_prefix"):
        options[name] = getattr(cfg, name, 0)
    for name in ("cycle_mul", "cycle_limit"):
        options[name] = getattr(cfg, "lr_" + name, 1)
    options["step_on_epochs"] = not getattr(cfg, "sched_on_updates", False)
    return options


def create_scheduler_v2(optimizer, sched="cosine", num_epochs=300, warmup_epochs=0, warmup_prefix=False, cooldown_epochs=0,
                        cycle_mul=1.0, cycle_limit=1, step_on_epochs=True, updates_per_epoch=0, **options):
    if sched not in _KINDS:
        return None, num_epochs
    turns = 1 if step_on_epochs else updates_per_epoch
    made = _KINDS[sched](optimizer, t_initial=num_epochs * turns, warmup_t=warmup_epochs * turns,
                         warmup_prefix=warmup_prefix, cycle_mul=cycle_mul, cycle_limit=cycle_limit,
                         t_in_epochs=step_on_epochs)
    if hasattr(made, "get_cycle_length"):
        num_epochs = made.get_cycle_length() // turns + cooldown_epochs
    return made, num_epochs


def create_scheduler(args, optimizer, updates_per_epoch=0):
    return create_scheduler_v2(optimizer, **scheduler_kwargs(args), updates_per_epoch=updates_per_epoch)
