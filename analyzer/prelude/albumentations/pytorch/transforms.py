from albumentations.pytorch import ToTensor, ToTensorV2  # noqa: F401
