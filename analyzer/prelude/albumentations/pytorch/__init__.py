"""Arrays as tensors (albumentations/pytorch/transforms.py, 1.4)."""
import torch
from albumentations._base import BasicTransform


class ToTensorV2(BasicTransform):
    def _is_made(self, transpose_mask=False, **options):
        self.transpose_mask = transpose_mask

    def apply(self, img, **params):
        img = img if img.ndim > 2 else img[:, :, None]
        return torch.from_numpy(img.transpose(2, 0, 1))

    def apply_to_mask(self, mask, **params):
        return torch.from_numpy(mask.transpose(2, 0, 1) if self.transpose_mask and mask.ndim == 3 else mask)


ToTensor = ToTensorV2
