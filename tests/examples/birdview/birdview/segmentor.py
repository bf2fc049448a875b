import inspect
from collections import OrderedDict

import torch
import torch.nn as nn

from .registry import BACKBONES, HEADS, SEGMENTORS, VIEWS


@SEGMENTORS.register_module()
class BirdviewSegmentor(nn.Module):
    def __init__(self, backbone, head, neck=None, transformer=None):
        super().__init__()
        self.backbone = BACKBONES.build(backbone)
        # A neck leaves no place for the transformer.
        settings = neck if neck is not None else transformer
        self.neck = VIEWS.build(dict(settings, width=self.backbone.width))
        self.head = HEADS.build(dict(head, inside=self.neck.channels))

    @property
    def wants_calibration(self):
        return "calibrations" in inspect.signature(self.neck.forward).parameters

    def extract(self, img, img_metas):
        features = self.backbone(img)
        if not self.wants_calibration:
            return self.neck(features)
        calibrations = [torch.tensor(meta["calib"], device=img.device) for meta in img_metas]
        return self.neck(features, torch.stack(calibrations))

    def forward(self, img, img_metas, labels):
        return self.head.losses(self.head(self.extract(img, img_metas)), labels)

    def train_step(self, data):
        losses = self(**data)
        named = OrderedDict((name, value.mean()) for name, value in losses.items())
        loss = sum(value for name, value in named.items() if "loss" in name)
        return dict(loss=loss, log_vars={name: value.item() for name, value in named.items()})
