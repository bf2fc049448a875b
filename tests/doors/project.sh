# A small project in the current folder: one config that holds nothing wrong, one with a batch of 0.
mkdir -p config
cat >vramlint.yaml <<'END'
device: rtx3090
recipes:
  - name: toy
    configs: ["config/*.yaml"]
    model: model.Net(cfg.width)
    inputs: ["float32[cfg.batch_size, 3, 64, 64]"]
    loss: mse
    optimizer: adam
END
cat >model.py <<'END'
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.enter = nn.Conv2d(3, width, 3, padding=1)
        self.leave = nn.Conv2d(width, 3, 3, padding=1)

    def forward(self, image):
        return self.leave(self.enter(image))
END
printf 'width: 16\nbatch_size: 4\n' >config/good.yaml
printf 'width: 16\nbatch_size: 0\n' >config/bad.yaml
