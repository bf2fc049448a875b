"""A trainer class, settings behind a manager, mixed precision, accumulation."""
import torch
from torch import nn
from torch.cuda.amp import GradScaler, autocast
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader

from src.networks import Segmenter
from src.settings import Settings


class Trainer:
    def __init__(self, model, settings, loader, checked):
        self.model = model.to("cuda")
        self.mixed = settings.get("training.mixed", False)
        self.accumulate = settings.get("training.accumulate", 1)
        self.loader, self.checked = loader, checked
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(),
            lr=3e-4,
            weight_decay=0.05,  # of all parameters
        )
        self.scaler = GradScaler(enabled=self.mixed)
        if torch.distributed.is_initialized():
            self.model = DistributedDataParallel(self.model)

    def epoch(self):
        self.model.train()
        for index, (image, labels) in enumerate(self.loader):
            with autocast(enabled=self.mixed):
                loss = self.criterion(self.model(image.cuda()), labels.cuda())
            self.scaler.scale(loss / self.accumulate).backward()
            if (index + 1) % self.accumulate == 0:
                self.scaler.unscale_(self.optimizer)
                nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                self.scaler.step(self.optimizer)
                self.scaler.update()
                self.optimizer.zero_grad()

    @torch.no_grad()
    def validate(self):
        self.model.eval()
        return [self.model(image.cuda()).argmax(1) for image, _ in self.checked]


def main(train_set, other_set):
    settings = Settings()
    if settings.get("model.large"):
        model = Segmenter(width=4 * settings.get("model.width"))
    else:
        model = Segmenter(width=settings.get("model.width"), classes=2)
    loader = DataLoader(train_set, batch_size=settings.get("data.batch_size", 4), shuffle=True)
    checked = DataLoader(other_set, batch_size=1)
    trainer = Trainer(model, settings, loader, checked)
    for _ in range(settings.get("training.epochs", 10)):
        trainer.epoch()
        trainer.validate()
