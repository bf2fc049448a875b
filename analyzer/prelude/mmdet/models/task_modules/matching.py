"""Which prediction is to be which object: costs of every pair, the cheapest matching, what was matched and what was not.

How many objects an image has only the data tells; at most as many predictions are matched.
"""
import _vramlint
import torch
from scipy.optimize import linear_sum_assignment
from torch.nn import functional as F


class BaseMatchCost:
    def __init__(self, weight=1.0):
        self.weight = weight

    def __call__(self, pred_instances, gt_instances, img_meta=None, **kwargs):
        raise NotImplementedError


class ClassificationCost(BaseMatchCost):
    def __call__(self, pred_instances, gt_instances, img_meta=None, **kwargs):
        scores = pred_instances.scores.softmax(-1)
        cost = -scores[:, gt_instances.labels]
        return cost * self.weight


def _pairs(of_true, of_false, truths):
    return torch.einsum("nc,mc->nm", of_true, truths) + torch.einsum("nc,mc->nm", of_false, 1 - truths)


class FocalLossCost(BaseMatchCost):
    def __init__(self, alpha=0.25, gamma=2, eps=1e-12, binary_input=False, weight=1.0):
        super().__init__(weight=weight)
        self.alpha = alpha
        self.gamma = gamma
        self.eps = eps
        self.binary_input = binary_input

    def _costs(self, logits):
        """What it costs to be sure of no and of yes."""
        sure = logits.sigmoid()
        of_false = -(1 - sure + self.eps).log() * (1 - self.alpha) * sure.pow(self.gamma)
        of_true = -(sure + self.eps).log() * self.alpha * (1 - sure).pow(self.gamma)
        return of_false, of_true

    def __call__(self, pred_instances, gt_instances, img_meta=None, **kwargs):
        if self.binary_input:
            logits = pred_instances.masks.flatten(1)
            truths = gt_instances.masks.flatten(1).float()
            of_false, of_true = self._costs(logits)
            return _pairs(of_true, of_false, truths) / logits.shape[1] * self.weight
        of_false, of_true = self._costs(pred_instances.scores)
        labels = gt_instances.labels
        return (of_true[:, labels] - of_false[:, labels]) * self.weight


class DiceCost(BaseMatchCost):
    def __init__(self, pred_act=False, eps=1e-3, naive_dice=True, weight=1.0):
        super().__init__(weight=weight)
        self.pred_act = pred_act
        self.eps = eps
        self.naive_dice = naive_dice

    def __call__(self, pred_instances, gt_instances, img_meta=None, **kwargs):
        masks = pred_instances.masks
        if self.pred_act:
            masks = masks.sigmoid()
        masks = masks.flatten(1)
        truths = gt_instances.masks.flatten(1).float()
        shared = 2 * torch.einsum("nc,mc->nm", masks, truths)
        if self.naive_dice:
            both = masks.sum(-1)[:, None] + truths.sum(-1)[None, :]
        else:
            both = masks.pow(2).sum(1)[:, None] + truths.pow(2).sum(1)[None, :]
        cost = 1 - (shared + self.eps) / (both + self.eps)
        return cost * self.weight


class CrossEntropyLossCost(BaseMatchCost):
    def __init__(self, use_sigmoid=True, weight=1.0):
        super().__init__(weight=weight)
        self.use_sigmoid = use_sigmoid

    def __call__(self, pred_instances, gt_instances, img_meta=None, **kwargs):
        if not self.use_sigmoid:
            raise NotImplementedError
        logits = pred_instances.masks.flatten(1).float()
        truths = gt_instances.masks.flatten(1).float()
        of_true = F.binary_cross_entropy_with_logits(logits, torch.ones_like(logits), reduction="none")
        of_false = F.binary_cross_entropy_with_logits(logits, torch.zeros_like(logits), reduction="none")
        return _pairs(of_true, of_false, truths) / logits.shape[1] * self.weight


class AssignResult:
    def __init__(self, num_gts, gt_inds, max_overlaps, labels):
        self.num_gts = num_gts
        self.gt_inds = gt_inds
        self.max_overlaps = max_overlaps
        self.labels = labels

    @property
    def num_preds(self):
        return len(self.gt_inds)


class HungarianAssigner:
    def __init__(self, match_costs):
        from mmdet.registry import TASK_UTILS
        if isinstance(match_costs, dict):
            match_costs = [match_costs]
        assert len(match_costs) > 0, "match_costs is empty"
        self.match_costs = [TASK_UTILS.build(cost) for cost in match_costs]

    def assign(self, pred_instances, gt_instances, img_meta=None, **kwargs):
        gt_labels = gt_instances.labels
        assert isinstance(gt_labels, torch.Tensor)
        predictions, device = len(pred_instances), gt_labels.device
        gt_inds = torch.full((predictions,), -1, dtype=torch.long, device=device)
        labels = torch.full((predictions,), -1, dtype=torch.long, device=device)
        costs = [cost(pred_instances=pred_instances, gt_instances=gt_instances, img_meta=img_meta)
                 for cost in self.match_costs]
        total = torch.stack(costs).sum(dim=0)
        total = total.detach().cpu()
        rows, columns = linear_sum_assignment(total)
        rows = torch.from_numpy(rows).to(device)
        columns = torch.from_numpy(columns).to(device)
        gt_inds[:] = 0
        gt_inds[rows] = columns + 1
        labels[rows] = gt_labels[columns]
        return AssignResult(num_gts=rows.shape[0], gt_inds=gt_inds, max_overlaps=None, labels=labels)


class MaskSamplingResult:
    def __init__(self, pos_inds, neg_inds, masks, gt_masks, assign_result, gt_flags, avg_factor_with_neg=True):
        self.pos_inds = pos_inds
        self.neg_inds = neg_inds
        self.num_pos = pos_inds.numel()
        self.num_neg = neg_inds.numel()
        self.avg_factor = self.num_pos + self.num_neg if avg_factor_with_neg else self.num_pos
        self.pos_masks = masks[pos_inds]
        self.neg_masks = masks[neg_inds]
        self.pos_is_gt = gt_flags[pos_inds]
        self.num_gts = gt_masks.shape[0]
        self.pos_assigned_gt_inds = assign_result.gt_inds[pos_inds] - 1
        self.pos_gt_masks = gt_masks[self.pos_assigned_gt_inds, :]

    @property
    def masks(self):
        return torch.cat([self.pos_masks, self.neg_masks])


def _places(mask, count):
    found = torch.nonzero(_vramlint.chooses(mask, count), as_tuple=False).squeeze(-1)
    return _vramlint.has_distinct(found, count).unique()


class MaskPseudoSampler:
    """Takes every prediction, as positive or as negative."""

    def __init__(self, **kwargs):
        pass

    def sample(self, assign_result, pred_instances, gt_instances, *args, **kwargs):
        masks = pred_instances.masks
        matched, indices = assign_result.num_gts, assign_result.gt_inds
        positive = _places(indices > 0, matched)
        negative = _places(indices == 0, _vramlint.rest(masks.shape[0], matched))
        flags = masks.new_zeros(masks.shape[0], dtype=torch.uint8)
        return MaskSamplingResult(pos_inds=positive, neg_inds=negative, masks=masks, gt_masks=gt_instances.masks,
                                  assign_result=assign_result, gt_flags=flags, avg_factor_with_neg=False)
