"""One of each: elementwise functions, reductions, ranks, losses and matrices, weighed into one number."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"width": 6}
INPUTS = [["float32", [4, 6]]]


class Tour(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.linspace(0.3, 0.8, width))
        self.register_buffer("labels", torch.tensor([0, 2, 1, 5]))
        self.register_buffer("signs", torch.tensor([1.0, -1.0, 1.0, 1.0]))

    def elementwise(self, x):
        for name in ("exp log sqrt rsqrt sin cos tan asin acos atan sinh cosh tanh asinh atanh erf erfc erfinv expm1 log1p log2 "
                     "log10 exp2 sigmoid abs neg square reciprocal lgamma digamma sinc i0 frac logit deg2rad floor sign "
                     "nan_to_num").split():
            yield getattr(torch, name)(x)
        for name in ("relu relu6 elu selu celu gelu silu mish hardswish hardsigmoid hardtanh leaky_relu softplus softsign "
                     "tanhshrink softshrink hardshrink").split():
            yield getattr(F, name)(x)
        yield torch.logaddexp(x, x.flip(0))
        yield torch.hypot(x, x.flip(0))
        yield torch.atan2(x, x.flip(0))
        yield torch.xlogy(x, x.flip(0))
        yield torch.fmod(x, 0.3) + torch.remainder(x, 0.4)
        yield torch.maximum(x, x.flip(0)) - torch.minimum(x, x.flip(0))
        yield torch.lerp(x, x.flip(0), 0.3) + torch.addcmul(x, x, x) + torch.addcdiv(x, x, x.flip(0))
        yield torch.clamp(x, 0.2, 0.6) + x.clamp(min=0.4) + x.clip(max=0.5)
        yield x.pow(3) + x ** 0.5 + torch.pow(2.0, x) + x ** x
        yield 1 / x - 2 * x + (3 - x)

    def reductions(self, x):
        yield x.sum(0) + x.mean(0) + x.prod(0)
        yield x.std(0) + x.var(0, unbiased=False)
        yield x.max(0)[0] + x.min(0).values + x.median(0)[0]
        yield x.amax(1) + x.amin((1,))
        yield x.norm(dim=0) + x.norm(1, 0) + torch.linalg.vector_norm(x, 3, 0)
        yield x.logsumexp(1) + x.softmax(1)[:, 0] + x.log_softmax(0)[:, 1]
        yield x.cumsum(1) + x.cumprod(1) + x.logcumsumexp(1) + x.cummax(1)[0]
        yield x.kthvalue(2, dim=1)[0] + x.mode(dim=1)[0] + x.topk(2, dim=1)[0].sum(1) + x.sort(dim=1)[0][:, 0]
        yield torch.quantile(x, 0.3, dim=1) + torch.quantile(x, torch.tensor([0.1, 0.9]), dim=0).sum()
        yield torch.var_mean(x, dim=1)[0] + torch.std_mean(x, dim=1)[1]
        yield x.nansum(1) + torch.nanmedian(x, dim=1)[0] + x.median()
        yield torch.trapezoid(x, dim=1)
        yield F.normalize(x, dim=1) + F.layer_norm(x, (6,)) + F.group_norm(x.unsqueeze(-1), 2).squeeze(-1)

    def matrices(self, x):
        gram = x @ x.t() + 4 * torch.eye(4, device=x.device)
        yield torch.linalg.inv(gram) + torch.inverse(gram)
        yield torch.linalg.det(gram) + torch.slogdet(gram)[1] + torch.logdet(gram)
        yield torch.linalg.solve(gram, x) + torch.linalg.cholesky(gram).mm(x)
        yield torch.linalg.eigh(gram)[0] + torch.linalg.svdvals(gram)
        yield torch.linalg.qr(gram)[1] + torch.linalg.matrix_power(gram, 3) * 1e-3
        yield torch.addmm(x, gram, x) + torch.addmv(x[:, 0], gram, x[:, 1]).unsqueeze(1)
        yield torch.addr(gram, x[:, 0], x[:, 1]) + torch.mv(gram, x[:, 0])
        yield torch.baddbmm(gram[None], x[None], x.t()[None]) + torch.addbmm(gram, x[None], x.t()[None])
        yield torch.dot(x[0], x[1]) + torch.inner(x[0], x[1]) + torch.vdot(x[0], x[2])
        yield torch.cross(x[:, :3], x[:, 3:], dim=1) + torch.cdist(x[:, :3], x[:3, 3:])
        yield F.pdist(x) + F.cosine_similarity(x[:1], x[1:2]) + F.pairwise_distance(x[:1], x[1:2])
        yield F.bilinear(x[:, :3], x[:, 3:], x.new_ones(2, 3, 3) * x[0, 0])

    def losses(self, x):
        target = torch.full_like(x, 0.4)
        yield F.mse_loss(x, target) + F.l1_loss(x, target) + F.smooth_l1_loss(x, target) + F.huber_loss(x, target)
        yield F.cross_entropy(x, self.labels) + F.nll_loss(x.log(), self.labels)
        yield F.binary_cross_entropy(x.sigmoid(), target) + F.binary_cross_entropy_with_logits(x, target)
        yield F.kl_div(x.log(), target, reduction="batchmean")
        yield F.multi_margin_loss(x, self.labels)
        yield F.soft_margin_loss(x, target) + F.hinge_embedding_loss(x, torch.ones_like(x))
        yield F.margin_ranking_loss(x[:, 0], x[:, 1], self.signs) + F.cosine_embedding_loss(x, x.flip(0), self.signs)
        yield F.triplet_margin_loss(x, x.flip(0), x.roll(1, 0)) + F.gaussian_nll_loss(x, target, x.exp())
        yield F.poisson_nll_loss(x, target)

    def forward(self, x):
        x = (x * self.scale).sigmoid() * 0.8 + 0.1
        total = x.new_zeros(())
        for stage in (self.elementwise, self.reductions, self.matrices, self.losses):
            for i, part in enumerate(stage(x)):
                total = total + part.mean() * (0.5 + 0.01 * i)
        return total


def build(cfg):
    return Tour(cfg.width)


def loss(outputs):
    return outputs
