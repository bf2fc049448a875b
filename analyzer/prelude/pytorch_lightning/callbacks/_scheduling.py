"""How many batches a step has, by epoch (lightning/pytorch/callbacks/gradient_accumulation_scheduler.py, 2.6)."""
from pytorch_lightning.callbacks._plain import Callback


class GradientAccumulationScheduler(Callback):
    def __init__(self, scheduling):
        self.scheduling = {0: 1, **scheduling}
        self.epochs = sorted(self.scheduling)

    def going_to_accumulate_grad_batches(self):
        return any([every > 1 for every in self.scheduling.values()])

    def get_accumulate_grad_batches(self, epoch):
        every = 1
        for begin in self.epochs:
            if epoch >= begin:
                every = self.scheduling[begin]
        return every

    def on_train_epoch_start(self, trainer, *args):
        trainer.accumulate_grad_batches = self.get_accumulate_grad_batches(trainer.current_epoch)
