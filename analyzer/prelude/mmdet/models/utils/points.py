"""Points of masks: sampled at random, and those the prediction is least sure of kept."""
import torch
from mmcv.ops import point_sample


def get_uncertainty(mask_preds, labels):
    if mask_preds.shape[1] == 1:
        logits = mask_preds.clone()
    else:
        logits = mask_preds[torch.arange(mask_preds.shape[0], device=mask_preds.device), labels].unsqueeze(1)
    return -torch.abs(logits)


def get_uncertain_point_coords_with_randomness(mask_preds, labels, num_points, oversample_ratio, importance_sample_ratio):
    assert oversample_ratio >= 1
    assert 0 <= importance_sample_ratio <= 1
    masks = mask_preds.shape[0]
    drawn = int(num_points * oversample_ratio)
    unsure = int(importance_sample_ratio * num_points)
    coords = mask_preds.new_empty((masks, drawn, 2)).uniform_()
    uncertainty = get_uncertainty(point_sample(mask_preds, coords), labels)
    index = torch.topk(uncertainty[:, 0, :], k=unsure, dim=1)[1]
    index += drawn * mask_preds.new_ones((masks,), dtype=torch.long)[:, None]
    coords = coords.view(-1, 2)[index.view(-1), :].view(-1, unsure, 2)
    if num_points > unsure:
        coords = torch.cat((coords, mask_preds.new_empty((masks, num_points - unsure, 2)).uniform_()), dim=1)
    return coords
