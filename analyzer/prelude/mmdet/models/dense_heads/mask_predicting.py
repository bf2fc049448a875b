"""What heads that predict a set of masks are made of and do; `self` is one of the classes of mask_heads."""
import copy

import _vramlint
import torch
from mmcv.cnn.bricks.wrappers import Conv2d
from mmcv.ops import point_sample
from mmdet.models.layers.pixel_decoders import PixelDecoder, padding_of
from mmdet.models.layers.positional_encoding import SinePositionalEncoding
from mmdet.models.layers.transformer import DetrTransformerDecoder, Mask2FormerTransformerDecoder
from mmdet.models.utils.applying import multi_apply
from mmdet.models.utils.points import get_uncertain_point_coords_with_randomness
from mmdet.registry import MODELS, TASK_UTILS
from mmdet.utils import reduce_mean
from mmengine.structures import InstanceData
from torch import nn
from torch.nn import functional as F
from vramlint_openmmlab.modules import BaseModule, ModuleList


def _positions():
    return dict(num_feats=128, normalize=True)


class MaskFormer:
    def __init__(self, in_channels, feat_channels, out_channels, num_things_classes=80, num_stuff_classes=53, num_queries=100,
                 pixel_decoder=..., enforce_decoder_input_project=False, transformer_decoder=..., positional_encoding=None,
                 loss_cls=None, loss_mask=None, loss_dice=None, train_cfg=None, test_cfg=None, init_cfg=None, **kwargs):
        BaseModule.__init__(self, init_cfg=init_cfg)
        self._count(num_things_classes, num_stuff_classes, num_queries)
        pixel_decoder.update(in_channels=in_channels, feat_channels=feat_channels, out_channels=out_channels)
        self.pixel_decoder = MODELS.build(pixel_decoder)
        self.transformer_decoder = DetrTransformerDecoder(**transformer_decoder)
        width = self.decoder_embed_dims = self.transformer_decoder.embed_dims
        projects = type(self.pixel_decoder) is PixelDecoder and (width != in_channels[-1] or enforce_decoder_input_project)
        self.decoder_input_proj = Conv2d(in_channels[-1], width, kernel_size=1) if projects else nn.Identity()
        self.decoder_pe = SinePositionalEncoding(**(positional_encoding or _positions()))
        self.query_embed = nn.Embedding(num_queries, out_channels)
        self._predictors(feat_channels, out_channels)
        self._training(train_cfg, test_cfg)
        self._losses(loss_cls or dict(type="CrossEntropyLoss", class_weight=[1.0] * 133 + [0.1]),
                     loss_mask or dict(type="FocalLoss", gamma=2.0, alpha=0.25, loss_weight=20.0),
                     loss_dice or dict(type="DiceLoss", naive_dice=True))

    def _count(self, num_things_classes, num_stuff_classes, num_queries):
        self.num_things_classes = num_things_classes
        self.num_stuff_classes = num_stuff_classes
        self.num_classes = num_things_classes + num_stuff_classes
        self.num_queries = num_queries

    def _predictors(self, width, mask_width):
        self.cls_embed = nn.Linear(width, self.num_classes + 1)
        self.mask_embed = nn.Sequential(nn.Linear(width, width), nn.ReLU(inplace=True), nn.Linear(width, width),
                                        nn.ReLU(inplace=True), nn.Linear(width, mask_width))

    def _training(self, train_cfg, test_cfg):
        self.test_cfg = test_cfg
        self.train_cfg = train_cfg
        if train_cfg:
            self.assigner = TASK_UTILS.build(train_cfg["assigner"])
            self.sampler = TASK_UTILS.build(train_cfg["sampler"], default_args=dict(context=self))

    def _losses(self, loss_cls, loss_mask, loss_dice):
        self.class_weight = loss_cls["class_weight"]
        self.loss_cls = MODELS.build(loss_cls)
        self.loss_mask = MODELS.build(loss_mask)
        self.loss_dice = MODELS.build(loss_dice)

    def get_targets(self, cls_scores_list, mask_preds_list, batch_gt_instances, batch_img_metas,
                    return_sampling_results=False):
        results = multi_apply(self._get_targets_single, cls_scores_list, mask_preds_list, batch_gt_instances, batch_img_metas)
        labels, label_weights, mask_targets, mask_weights, _, _, samplings = results[:7]
        avg_factor = sum([sampling.avg_factor for sampling in samplings])
        found = (labels, label_weights, mask_targets, mask_weights, avg_factor)
        if return_sampling_results:
            found = found + (samplings,)
        return found + tuple(results[7:])

    def _targets_of(self, mask_pred, gt_instances, sampling):
        """What one image's predictions are held to, once they are matched."""
        gt_labels, gt_masks = gt_instances.labels, gt_instances.masks
        labels = gt_labels.new_full((self.num_queries,), self.num_classes, dtype=torch.long)
        labels[sampling.pos_inds] = gt_labels[sampling.pos_assigned_gt_inds]
        label_weights = gt_labels.new_ones(self.num_queries)
        mask_targets = gt_masks[sampling.pos_assigned_gt_inds]
        mask_weights = mask_pred.new_zeros((self.num_queries,))
        mask_weights[sampling.pos_inds] = 1.0
        return labels, label_weights, mask_targets, mask_weights, sampling.pos_inds, sampling.neg_inds, sampling

    def _get_targets_single(self, cls_score, mask_pred, gt_instances, img_meta):
        smaller = F.interpolate(gt_instances.masks.unsqueeze(1).float(), mask_pred.shape[-2:], mode="nearest").squeeze(1).long()
        predictions = InstanceData(scores=cls_score, masks=mask_pred)
        truths = InstanceData(labels=gt_instances.labels, masks=smaller)
        assigned = self.assigner.assign(pred_instances=predictions, gt_instances=truths, img_meta=img_meta)
        sampling = self.sampler.sample(assign_result=assigned, pred_instances=predictions, gt_instances=gt_instances)
        return self._targets_of(mask_pred, gt_instances, sampling)

    def loss_by_feat(self, all_cls_scores, all_mask_preds, batch_gt_instances, batch_img_metas):
        layers = len(all_cls_scores)
        found = multi_apply(self._loss_by_feat_single, all_cls_scores, all_mask_preds, [batch_gt_instances] * layers,
                            [batch_img_metas] * layers)
        names = ("loss_cls", "loss_mask", "loss_dice")
        losses = {name: values[-1] for name, values in zip(names, found)}
        for layer in range(layers - 1):
            losses.update({f"d{layer}.{name}": values[layer] for name, values in zip(names, found)})
        return losses

    def _class_loss(self, cls_scores, mask_preds, batch_gt_instances, batch_img_metas):
        """The loss of the classes of one decoder layer, and what the losses of its masks are made of."""
        images = range(cls_scores.size(0))
        labels, label_weights, mask_targets, mask_weights, _ = self.get_targets(
            [cls_scores[i] for i in images], [mask_preds[i] for i in images], batch_gt_instances, batch_img_metas)
        labels = torch.stack(labels, dim=0).flatten(0, 1)
        label_weights = torch.stack(label_weights, dim=0).flatten(0, 1)
        mask_targets = torch.cat(mask_targets, dim=0)
        mask_weights = torch.stack(mask_weights, dim=0)
        cls_scores = cls_scores.flatten(0, 1)
        class_weight = cls_scores.new_tensor(self.class_weight)
        loss = self.loss_cls(cls_scores, labels, label_weights, avg_factor=class_weight[labels].sum())
        masks = reduce_mean(cls_scores.new_tensor([1.0]))
        mask_preds = mask_preds[_vramlint.chooses(mask_weights > 0, mask_targets.shape[0])]
        return loss, mask_preds, mask_targets, masks

    def _loss_by_feat_single(self, cls_scores, mask_preds, batch_gt_instances, batch_img_metas):
        loss_cls, mask_preds, mask_targets, masks = self._class_loss(cls_scores, mask_preds, batch_gt_instances,
                                                                     batch_img_metas)
        size = mask_targets.shape[-2:]
        mask_preds = F.interpolate(mask_preds.unsqueeze(1), size, mode="bilinear", align_corners=False).squeeze(1)
        loss_dice = self.loss_dice(mask_preds, mask_targets, avg_factor=masks)
        # The focal loss counts classes from zero, and the mask is the first: what is inside has target 0.
        mask_preds = mask_preds.reshape(-1, 1)
        mask_targets = mask_targets.reshape(-1)
        loss_mask = self.loss_mask(mask_preds, 1 - mask_targets, avg_factor=masks * size[0] * size[1])
        return loss_cls, loss_mask, loss_dice

    def forward(self, x, batch_data_samples):
        metas = [sample.metainfo for sample in batch_data_samples]
        padding = padding_of(x[-1], metas)
        mask_features, memory = self.pixel_decoder(x, metas)
        positions = self.decoder_pe(padding)
        memory = self.decoder_input_proj(memory).flatten(2).permute(0, 2, 1)
        positions = positions.flatten(2).permute(0, 2, 1)
        queries = self.query_embed.weight.unsqueeze(0).repeat(x[0].shape[0], 1, 1)
        decoded = self.transformer_decoder(query=torch.zeros_like(queries), key=memory, value=memory, query_pos=queries,
                                           key_pos=positions, key_padding_mask=padding.flatten(1))
        all_cls_scores = self.cls_embed(decoded)
        masks = self.mask_embed(decoded)
        return all_cls_scores, torch.einsum("lbqc,bchw->lbqhw", masks, mask_features)


class Mask2Former(MaskFormer):
    def __init__(self, in_channels, feat_channels, out_channels, num_things_classes=80, num_stuff_classes=53, num_queries=100,
                 num_transformer_feat_level=3, pixel_decoder=..., enforce_decoder_input_project=False, transformer_decoder=...,
                 positional_encoding=None, loss_cls=None, loss_mask=None, loss_dice=None, train_cfg=None, test_cfg=None,
                 init_cfg=None, **kwargs):
        BaseModule.__init__(self, init_cfg=init_cfg)
        self._count(num_things_classes, num_stuff_classes, num_queries)
        self.num_transformer_feat_level = num_transformer_feat_level
        self.num_heads = transformer_decoder.layer_cfg.cross_attn_cfg.num_heads
        self.num_transformer_decoder_layers = transformer_decoder.num_layers
        assert pixel_decoder.encoder.layer_cfg.self_attn_cfg.num_levels == num_transformer_feat_level
        pixel_decoder = copy.deepcopy(pixel_decoder)
        pixel_decoder.update(in_channels=in_channels, feat_channels=feat_channels, out_channels=out_channels)
        self.pixel_decoder = MODELS.build(pixel_decoder)
        self.transformer_decoder = Mask2FormerTransformerDecoder(**transformer_decoder)
        self.decoder_embed_dims = self.transformer_decoder.embed_dims
        self._input_projections(feat_channels, enforce_decoder_input_project)
        self.decoder_positional_encoding = SinePositionalEncoding(**(positional_encoding or _positions()))
        self.query_embed = nn.Embedding(num_queries, feat_channels)
        self.query_feat = nn.Embedding(num_queries, feat_channels)
        self.level_embed = nn.Embedding(num_transformer_feat_level, feat_channels)
        self._predictors(feat_channels, out_channels)
        self._training(train_cfg, test_cfg)
        self._losses(loss_cls or dict(type="CrossEntropyLoss", loss_weight=2.0, class_weight=[1.0] * 133 + [0.1]),
                     loss_mask or dict(type="CrossEntropyLoss", use_sigmoid=True, loss_weight=5.0),
                     loss_dice or dict(type="DiceLoss", naive_dice=True, eps=1.0, loss_weight=5.0))

    def _input_projections(self, feat_channels, enforced):
        width = self.decoder_embed_dims
        needed = width != feat_channels or enforced
        self.decoder_input_projs = ModuleList([Conv2d(feat_channels, width, kernel_size=1) if needed else nn.Identity()
                                               for _ in range(self.num_transformer_feat_level)])

    def _training(self, train_cfg, test_cfg):
        MaskFormer._training(self, train_cfg, test_cfg)
        if train_cfg:
            self.num_points = train_cfg.get("num_points", 12544)
            self.oversample_ratio = train_cfg.get("oversample_ratio", 3.0)
            self.importance_sample_ratio = train_cfg.get("importance_sample_ratio", 0.75)

    def _get_targets_single(self, cls_score, mask_pred, gt_instances, img_meta):
        gt_labels, gt_masks = gt_instances.labels, gt_instances.masks
        coords = torch.rand((1, self.num_points, 2), device=cls_score.device)
        predicted = point_sample(mask_pred.unsqueeze(1), coords.repeat(cls_score.shape[0], 1, 1)).squeeze(1)
        repeated = coords.new_empty((gt_labels.shape[0], self.num_points, 2))
        true = point_sample(gt_masks.unsqueeze(1).float(), repeated).squeeze(1)
        del repeated
        assigned = self.assigner.assign(pred_instances=InstanceData(scores=cls_score, masks=predicted),
                                        gt_instances=InstanceData(labels=gt_labels, masks=true), img_meta=img_meta)
        sampling = self.sampler.sample(assign_result=assigned, gt_instances=gt_instances,
                                       pred_instances=InstanceData(scores=cls_score, masks=mask_pred))
        return self._targets_of(mask_pred, gt_instances, sampling)

    def _loss_by_feat_single(self, cls_scores, mask_preds, batch_gt_instances, batch_img_metas):
        loss_cls, mask_preds, mask_targets, masks = self._class_loss(cls_scores, mask_preds, batch_gt_instances,
                                                                     batch_img_metas)
        with torch.no_grad():
            coords = get_uncertain_point_coords_with_randomness(
                mask_preds.unsqueeze(1), None, self.num_points, self.oversample_ratio, self.importance_sample_ratio)
            targets = point_sample(mask_targets.unsqueeze(1).float(), coords).squeeze(1)
        predicted = point_sample(mask_preds.unsqueeze(1), coords).squeeze(1)
        loss_dice = self.loss_dice(predicted, targets, avg_factor=masks)
        loss_mask = self.loss_mask(predicted.reshape(-1), targets.reshape(-1), avg_factor=masks * self.num_points)
        return loss_cls, loss_mask, loss_dice

    def _forward_head(self, decoder_out, mask_feature, attn_mask_target_size):
        """Classes and masks after a layer, and what each query is kept from seeing in the next one."""
        normed = self.transformer_decoder.post_norm(decoder_out)
        classes = self.cls_embed(normed)
        masks = torch.einsum("bqc,bchw->bqhw", self.mask_embed(normed), mask_feature)
        seen = F.interpolate(masks, attn_mask_target_size, mode="bilinear", align_corners=False).flatten(2)
        for_heads = seen.unsqueeze(1).repeat((1, self.num_heads, 1, 1)).flatten(0, 1)
        return classes, masks, (for_heads.sigmoid() < 0.5).detach()

    def _level_inputs(self, number, feature):
        """The tokens of a level, and where they stand."""
        tokens = self.decoder_input_projs[number](feature).flatten(2).permute(0, 2, 1)
        tokens = tokens + self.level_embed.weight[number].view(1, 1, -1)
        nowhere = tokens.new_zeros((feature.shape[0],) + feature.shape[-2:], dtype=torch.bool)
        return tokens, self.decoder_positional_encoding(nowhere).flatten(2).permute(0, 2, 1)

    def forward(self, x, batch_data_samples):
        batch, levels = x[0].shape[0], self.num_transformer_feat_level
        mask_features, memories = self.pixel_decoder(x)
        inputs = [self._level_inputs(i, memories[i]) for i in range(levels)]
        queries = self.query_feat.weight.unsqueeze(0).repeat((batch, 1, 1))
        positions = self.query_embed.weight.unsqueeze(0).repeat((batch, 1, 1))
        cls_pred, mask_pred, attn_mask = self._forward_head(queries, mask_features, memories[0].shape[-2:])
        cls_preds, mask_preds = [cls_pred], [mask_pred]
        for i in range(self.num_transformer_decoder_layers):
            # Where a query would see nothing it sees everything.
            some = (attn_mask.sum(-1) != attn_mask.shape[-1]).unsqueeze(-1)
            attn_mask = attn_mask & some
            tokens, places = inputs[i % levels]
            queries = self.transformer_decoder.layers[i](query=queries, key=tokens, value=tokens, query_pos=positions,
                                                         key_pos=places, cross_attn_mask=attn_mask,
                                                         query_key_padding_mask=None, key_padding_mask=None)
            cls_pred, mask_pred, attn_mask = self._forward_head(queries, mask_features,
                                                                memories[(i + 1) % levels].shape[-2:])
            cls_preds.append(cls_pred)
            mask_preds.append(mask_pred)
        return cls_preds, mask_preds
