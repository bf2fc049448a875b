"""Losses of torch.nn and of torch.nn.functional."""
import torch
import torch.nn.functional as F
from torch import nn
from surface import show


def read(layer, *names):
    return [getattr(layer, name) for name in names]


g = torch.randn(3, 5, requires_grad=True)
flat = torch.rand(3, 5)
classes = torch.tensor([1, 0, 4])
maps = torch.randn(2, 5, 4, 4)
labels = torch.zeros(2, 4, 4, dtype=torch.long)
signs = torch.ones(3)
show("l1", lambda: [nn.L1Loss()(g, flat), nn.L1Loss(reduction="none")(g, flat), nn.L1Loss(reduction="sum")(g, flat)])
show("l1 reduction", lambda: [nn.L1Loss().reduction, nn.L1Loss(size_average=False).reduction,
    nn.L1Loss(reduce=False).reduction])
show("l1 positional", lambda: nn.L1Loss(None, None, "sum").reduction)
show("l1 wrong reduction", lambda: nn.L1Loss(reduction="average")(g, flat))
show("l1 broadcast", lambda: nn.L1Loss()(g, flat[:1]))
show("l1 wrong size", lambda: nn.L1Loss()(g, flat[:2]))
show("l1 old reduce", lambda: F.l1_loss(g, flat, reduce=False))
show("l1 old average", lambda: F.l1_loss(g, flat, size_average=False))
show("mse", lambda: [nn.MSELoss()(g, flat), nn.MSELoss(reduction="none")(g, flat)])
show("mse old", lambda: F.mse_loss(g, flat, None, False))
show("mse positional", lambda: F.mse_loss(g, flat, reduction="sum"))
show("smooth", lambda: [nn.SmoothL1Loss()(g, flat), nn.SmoothL1Loss(beta=0.5, reduction="none")(g, flat),
    nn.SmoothL1Loss().beta])
show("smooth zero", lambda: F.smooth_l1_loss(g, flat, beta=0.0))
show("smooth negative", lambda: F.smooth_l1_loss(g, flat, beta=-1.0))
show("huber", lambda: [nn.HuberLoss()(g, flat), nn.HuberLoss("none", 2.0)(g, flat), nn.HuberLoss(delta=0.1).delta])
show("huber negative", lambda: F.huber_loss(g, flat, delta=-1.0))
show("bce", lambda: [nn.BCELoss()(flat, flat), nn.BCELoss(reduction="none")(g.sigmoid(), flat)])
show("bce weight", lambda: nn.BCELoss(weight=torch.ones(5))(flat, flat))
show("bce sizes", lambda: nn.BCELoss()(flat, flat[:, :1]))
show("bce weight buffer", lambda: [name for name, _ in nn.BCELoss(weight=torch.ones(5)).named_buffers()])
show("bce logits", lambda: [nn.BCEWithLogitsLoss()(g, flat), nn.BCEWithLogitsLoss(reduction="none")(g, flat)])
show("bce logits weights", lambda: nn.BCEWithLogitsLoss(pos_weight=torch.ones(5), weight=torch.ones(3, 1))(g, flat))
show("bce logits sizes", lambda: F.binary_cross_entropy_with_logits(g, flat[:, 0]))
show("bce logits integers", lambda: F.binary_cross_entropy_with_logits(g, flat.long()))
show("bce logits state", lambda: list(nn.BCEWithLogitsLoss(pos_weight=torch.ones(5)).state_dict()))
show("cross entropy", lambda: [nn.CrossEntropyLoss()(g, classes), nn.CrossEntropyLoss(reduction="none")(g, classes)])
show("cross entropy maps", lambda: [nn.CrossEntropyLoss()(maps, labels), F.cross_entropy(maps, labels,
    reduction="none")])
show("cross entropy options", lambda: nn.CrossEntropyLoss(torch.ones(5), ignore_index=255, label_smoothing=0.1)(g,
    classes))
show("cross entropy attributes", lambda: read(nn.CrossEntropyLoss(), "weight", "ignore_index", "reduction",
    "label_smoothing"))
show("cross entropy probabilities", lambda: F.cross_entropy(g, flat))
show("cross entropy one", lambda: F.cross_entropy(g[0], classes[0]))
show("cross entropy floats", lambda: F.cross_entropy(g, classes.float()))
show("cross entropy sizes", lambda: F.cross_entropy(g, classes[:2]))
show("cross entropy maps sizes", lambda: F.cross_entropy(maps, labels[:, :2]))
show("cross entropy weight size", lambda: F.cross_entropy(g, classes, torch.ones(4)))
show("cross entropy state", lambda: list(nn.CrossEntropyLoss(weight=torch.ones(5)).state_dict()))
show("cross entropy old", lambda: F.cross_entropy(g, classes, None, None, -100, False))
show("nll", lambda: [nn.NLLLoss()(g, classes), nn.NLLLoss(reduction="sum", ignore_index=1)(g, classes)])
show("nll maps", lambda: [nn.NLLLoss2d()(maps, labels), F.nll_loss(maps, labels, reduction="none")])
show("nll attributes", lambda: read(nn.NLLLoss(), "weight", "ignore_index"))
show("kl", lambda: [nn.KLDivLoss()(g, flat), nn.KLDivLoss(reduction="batchmean")(g, flat), F.kl_div(g, flat,
    reduction="none")])
show("kl log target", lambda: [nn.KLDivLoss(log_target=True)(g, flat), nn.KLDivLoss(log_target=True).log_target])
show("poisson", lambda: [nn.PoissonNLLLoss()(g, flat), nn.PoissonNLLLoss(log_input=False, full=True,
    reduction="none")(flat, flat)])
show("poisson attributes", lambda: read(nn.PoissonNLLLoss(), "log_input", "full", "eps"))
show("gaussian", lambda: [nn.GaussianNLLLoss()(g, flat, flat), nn.GaussianNLLLoss(full=True, reduction="none")(g,
    flat, torch.ones(3, 1))])
show("gaussian attributes", lambda: read(nn.GaussianNLLLoss(), "full", "eps", "reduction"))
show("gaussian wrong var", lambda: F.gaussian_nll_loss(g, flat, torch.ones(7)))
show("gaussian one var", lambda: F.gaussian_nll_loss(g, flat, torch.ones(3)))
show("gaussian wrong reduction", lambda: F.gaussian_nll_loss(g, flat, flat, reduction="average"))
show("margin ranking", lambda: [nn.MarginRankingLoss()(g[:, 0], g[:, 1], signs), nn.MarginRankingLoss(0.5).margin])
show("margin ranking none", lambda: nn.MarginRankingLoss(margin=1.0, reduction="none")(g[:, 0], g[:, 1], signs))
show("margin ranking sizes", lambda: F.margin_ranking_loss(g, g[:, 1], signs))
show("hinge", lambda: [nn.HingeEmbeddingLoss()(g, flat), nn.HingeEmbeddingLoss(0.2, reduction="sum")(g, flat)])
show("cosine embedding", lambda: [nn.CosineEmbeddingLoss()(g, flat, signs), nn.CosineEmbeddingLoss(0.1,
    reduction="none")(g, flat, signs)])
show("triplet", lambda: [nn.TripletMarginLoss()(g, flat, flat), nn.TripletMarginLoss(2.0, p=1, swap=True,
    reduction="none")(g, flat, flat)])
show("triplet attributes", lambda: read(nn.TripletMarginLoss(), "margin", "p", "eps", "swap"))
show("triplet distance", lambda: nn.TripletMarginWithDistanceLoss(
    distance_function=lambda a, b: 1 - F.cosine_similarity(a, b), margin=0.5)(g, flat, flat))
show("triplet distance default", lambda: nn.TripletMarginWithDistanceLoss(reduction="none", swap=True)(g, flat, flat))
show("soft margin", lambda: [nn.SoftMarginLoss()(g, flat), nn.SoftMarginLoss(reduction="none")(g, flat)])
show("multi label soft", lambda: [nn.MultiLabelSoftMarginLoss()(g, flat), nn.MultiLabelSoftMarginLoss(torch.ones(5),
    reduction="none")(g, flat)])
show("multi label margin", lambda: nn.MultiLabelMarginLoss()(g, torch.zeros(3, 5, dtype=torch.long)))
show("multi margin", lambda: [nn.MultiMarginLoss()(g, classes), nn.MultiMarginLoss(p=2, margin=0.5,
    weight=torch.ones(5), reduction="none")(g, classes)])
show("multi margin attributes", lambda: read(nn.MultiMarginLoss(), "p", "margin"))
show("multi margin p", lambda: nn.MultiMarginLoss(p=3))
show("ctc", lambda: nn.CTCLoss()(torch.randn(6, 2, 4).log_softmax(2), torch.ones(2, 3, dtype=torch.long),
                                 torch.tensor([6, 6]), torch.tensor([3, 3])))
show("ctc none", lambda: nn.CTCLoss(blank=1, reduction="none", zero_infinity=True)(
    torch.randn(6, 2, 4).log_softmax(2), torch.zeros(2, 3, dtype=torch.long), (6, 6), (3, 3)))
show("ctc attributes", lambda: read(nn.CTCLoss(), "blank", "zero_infinity", "reduction"))
show("weighted", lambda: [isinstance(nn.CrossEntropyLoss(), nn.modules.loss._WeightedLoss), isinstance(nn.MSELoss(),
    nn.modules.loss._Loss)])
show("own loss", lambda: type("Mine", (nn.modules.loss._Loss,), {})(reduction="sum").reduction)
show("get_enum", lambda: [F._Reduction.get_enum(name) for name in ("none", "mean", "sum")])
show("get_enum wrong", lambda: F._Reduction.get_enum("other"))
show("legacy", lambda: [F._Reduction.legacy_get_string(None, False), F._Reduction.legacy_get_string(True, None)])
show("legacy enum", lambda: F._Reduction.legacy_get_enum(False, True))
