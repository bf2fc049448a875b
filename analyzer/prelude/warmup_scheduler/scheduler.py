class GradualWarmupScheduler:
    def __init__(self, optimizer, multiplier, total_epoch, after_scheduler=None):
        self.optimizer, self.multiplier, self.total_epoch = optimizer, multiplier, total_epoch
        self.after_scheduler, self.finished, self.last_epoch = after_scheduler, False, 0

    def step(self, epoch=None, metrics=None):
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch

    def get_lr(self):
        return [group.get("lr") for group in self.optimizer.param_groups]

    get_last_lr = get_lr

    def state_dict(self):
        return {"last_epoch": self.last_epoch}

    def load_state_dict(self, state_dict):
        return None
