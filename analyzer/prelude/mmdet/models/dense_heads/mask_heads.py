"""Heads that predict a set of masks. Projects inherit from them in files that all of their configs import: what they do is
read when one is built."""
from vramlint_openmmlab.homes import do_later
from vramlint_openmmlab.modules import BaseModule

_shared = ("__init__ _count _predictors _training _losses get_targets _targets_of _get_targets_single loss_by_feat _class_loss "
           "_loss_by_feat_single forward")


class MaskFormerHead(BaseModule):
    pass


class Mask2FormerHead(MaskFormerHead):
    pass


do_later(MaskFormerHead, "mmdet.models.dense_heads.mask_predicting:MaskFormer", _shared)
do_later(Mask2FormerHead, "mmdet.models.dense_heads.mask_predicting:Mask2Former",
         _shared + " _input_projections _forward_head _level_inputs")
