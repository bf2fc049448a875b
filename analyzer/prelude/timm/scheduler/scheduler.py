class Scheduler:
    def __init__(self, optimizer, *args, **options):
        self.optimizer = optimizer
        self.base_values = [group.get("lr") for group in optimizer.param_groups] if hasattr(optimizer, "param_groups") else []

    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        return None

    def step(self, epoch=None, metric=None):
        return None

    def step_update(self, num_updates, metric=None):
        return None

    def get_epoch_values(self, epoch):
        return self.base_values

    def get_cycle_length(self, cycles=0):
        from _vramlint import unknown
        return unknown("how many epochs a schedule of learning rates has is not known")
