"""Overlaps of rotated boxes with a gradient (mmcv 2.2, ops/diff_iou_rotated.py): two boxes meet in a polygon of the corners that
lie in the other one and the points where edges cross, of which the kernel brings nine into their order."""
import torch

EPSILON = 1e-8


@torch.no_grad()
def _in_order(vertices, mask, num_valid):
    return torch.zeros((vertices.shape[0], vertices.shape[1], 9), dtype=torch.int32, device=vertices.device)


def box_intersection(corners1, corners2):
    ends = []
    for corners, axis in ((corners1, 3), (corners2, 2)):
        edges = torch.cat([corners, corners[:, :, [1, 2, 3, 0], :]], dim=3)
        ends += edges.unsqueeze(axis).split([1, 1, 1, 1], dim=-1)
    x1, y1, x2, y2, x3, y3, x4, y4 = ends
    numerator = (x1 - x2) * (y3 - y4) - (y1 - y2) * (x3 - x4)
    part_t = (x1 - x3) * (y3 - y4) - (y1 - y3) * (x3 - x4)
    t = part_t / numerator
    t[numerator == 0.0] = -1.0
    on_first = (t > 0) & (t < 1)
    part_u = (x1 - x2) * (y1 - y3) - (y1 - y2) * (x1 - x3)
    u = -part_u / numerator
    u[numerator == 0.0] = -1.0
    on_second = (u > 0) & (u < 1)
    mask = on_first * on_second
    t = part_t / (numerator + EPSILON)
    crossings = torch.stack([x1 + t * (x2 - x1), y1 + t * (y2 - y1)], dim=-1)
    return crossings * mask.float().unsqueeze(-1), mask


def box1_in_box2(corners1, corners2):
    a, b, d = corners2[:, :, 0:1, :], corners2[:, :, 1:2, :], corners2[:, :, 3:4, :]
    ab, am, ad = b - a, corners1 - a, d - a
    along, length = torch.sum(ab * am, dim=-1), torch.sum(ab * ab, dim=-1)
    across, width = torch.sum(ad * am, dim=-1), torch.sum(ad * ad, dim=-1)
    first = (along / length > -1e-6) * (along / length < 1 + 1e-6)
    second = (across / width > -1e-6) * (across / width < 1 + 1e-6)
    return first * second


def box_in_box(corners1, corners2):
    return box1_in_box2(corners1, corners2), box1_in_box2(corners2, corners1)


def build_vertices(corners1, corners2, c1_in_2, c2_in_1, intersections, valid_mask):
    batch, number = corners1.size()[:2]
    vertices = torch.cat([corners1, corners2, intersections.view([batch, number, -1, 2])], dim=2)
    return vertices, torch.cat([c1_in_2, c2_in_1, valid_mask.view([batch, number, -1])], dim=2)


def sort_indices(vertices, mask):
    valid = torch.sum(mask.int(), dim=2).int()
    middle = torch.sum(vertices * mask.float().unsqueeze(-1), dim=2, keepdim=True) / valid.unsqueeze(-1).unsqueeze(-1)
    return _in_order(vertices - middle, mask, valid).long()


def calculate_area(idx_sorted, vertices):
    chosen = torch.gather(vertices, 2, idx_sorted.unsqueeze(-1).repeat([1, 1, 1, 2]))
    total = chosen[:, :, 0:-1, 0] * chosen[:, :, 1:, 1] - chosen[:, :, 0:-1, 1] * chosen[:, :, 1:, 0]
    return torch.abs(torch.sum(total, dim=2)) / 2, chosen


def oriented_box_intersection_2d(corners1, corners2):
    crossings, crosses = box_intersection(corners1, corners2)
    first_in, second_in = box_in_box(corners1, corners2)
    vertices, mask = build_vertices(corners1, corners2, first_in, second_in, crossings, crosses)
    return calculate_area(sort_indices(vertices, mask), vertices)


def box2corners(box):
    batch = box.size()[0]
    x, y, width, height, alpha = box.split([1, 1, 1, 1, 1], dim=-1)
    corners = torch.stack([box.new_tensor([0.5, -0.5, -0.5, 0.5]) * width, box.new_tensor([0.5, 0.5, -0.5, -0.5]) * height],
                          dim=-1)
    sin, cos = torch.sin(alpha), torch.cos(alpha)
    turn = torch.stack([torch.cat([cos, sin], dim=-1), torch.cat([-sin, cos], dim=-1)], dim=-2)
    turned = torch.bmm(corners.view([-1, 4, 2]), turn.view([-1, 2, 2])).view([batch, -1, 4, 2])
    turned[..., 0] += x
    turned[..., 1] += y
    return turned


def diff_iou_rotated_2d(box1, box2):
    shared, _ = oriented_box_intersection_2d(box2corners(box1), box2corners(box2))
    first, second = box1[:, :, 2] * box1[:, :, 3], box2[:, :, 2] * box2[:, :, 3]
    return shared / (first + second - shared)


def diff_iou_rotated_3d(box3d1, box3d2):
    flat = [0, 1, 3, 4, 6]
    shared, _ = oriented_box_intersection_2d(box2corners(box3d1[..., flat]), box2corners(box3d2[..., flat]))
    tops = [box[..., 2] + box[..., 5] * 0.5 for box in (box3d1, box3d2)]
    bottoms = [box[..., 2] - box[..., 5] * 0.5 for box in (box3d1, box3d2)]
    shared = shared * (torch.min(*tops) - torch.max(*bottoms)).clamp_(min=0.0)
    first, second = [box[..., 3] * box[..., 4] * box[..., 5] for box in (box3d1, box3d2)]
    return shared / (first + second - shared)
