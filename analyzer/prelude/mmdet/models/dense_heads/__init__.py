from mmdet.models.dense_heads.mask_heads import Mask2FormerHead, MaskFormerHead

__all__ = ["MaskFormerHead", "Mask2FormerHead"]
