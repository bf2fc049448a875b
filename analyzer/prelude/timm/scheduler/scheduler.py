class Scheduler:
    """A learning rate over time: numbers only (timm/scheduler/scheduler.py, 1.0)."""

    def __init__(self, optimizer, param_group_field="lr", t_in_epochs=True, noise_range_t=None, noise_type="normal",
                 noise_pct=0.67, noise_std=1.0, noise_seed=None, initialize=True, **options):
        self.optimizer, self.param_group_field, self.t_in_epochs = optimizer, param_group_field, t_in_epochs
        for group in optimizer.param_groups:
            group.setdefault("initial_" + param_group_field, group[param_group_field])
        self.base_values = [group["initial_" + param_group_field] for group in optimizer.param_groups]
        self.metric = None

    def state_dict(self):
        return {key: value for key, value in self.__dict__.items() if key != "optimizer"}

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)

    def _values(self, count, asks):
        """What a class of the program's own says; those of timm say other numbers, of which nothing depends."""
        return getattr(self, asks)(count) if hasattr(self, asks) else None

    def step(self, epoch, metric=None):
        self._take(self._values(epoch, "get_epoch_values") or
                   (self._values(epoch, "_get_lr") if self.t_in_epochs else None))

    def step_update(self, num_updates, metric=None):
        self._take(self._values(num_updates, "get_update_values") or
                   (self._values(num_updates, "_get_lr") if not self.t_in_epochs else None))

    def _take(self, values):
        if values is not None:
            self.update_groups(values)

    def update_groups(self, values):
        if not isinstance(values, (list, tuple)):
            values = [values] * len(self.optimizer.param_groups)
        for group, value in zip(self.optimizer.param_groups, values):
            group[self.param_group_field] = value * group.get("lr_scale", 1.0)


class Timed(Scheduler):
    """One of timm's own."""

    def __init__(self, optimizer, t_initial=1, lr_min=0.0, cycle_limit=1, cycle_mul=1.0, warmup_t=0, warmup_prefix=False,
                 **options):
        super().__init__(optimizer, **options)
        self.t_initial, self.warmup_t, self.warmup_prefix = t_initial, warmup_t, warmup_prefix
        self.cycle_limit, self.cycle_mul = max(1, cycle_limit), cycle_mul

    def get_cycle_length(self, cycles=0):
        length = sum([self.t_initial * self.cycle_mul ** turn for turn in range(cycles or self.cycle_limit)])
        return int(length) + (self.warmup_t if self.warmup_prefix else 0)
