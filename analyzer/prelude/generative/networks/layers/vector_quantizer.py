import torch
from torch import nn


class EMAQuantizer(nn.Module):
    """The codebook is a moving average of what was encoded: no gradient reaches it."""

    def __init__(
        self,
        spatial_dims,
        num_embeddings,
        embedding_dim,
        commitment_cost=0.25,
        decay=0.99,
        epsilon=1e-5,
        embedding_init="normal",
        ddp_sync=True,
    ):
        super().__init__()
        assert spatial_dims in (2, 3), f"EMAQuantizer takes images and volumes, not {spatial_dims} dimensions"
        self.spatial_dims = spatial_dims
        self.embedding_dim = embedding_dim
        self.num_embeddings = num_embeddings
        self.embedding = nn.Embedding(num_embeddings, embedding_dim)
        self.embedding.weight.requires_grad = False
        self.commitment_cost = commitment_cost
        self.decay = decay
        self.epsilon = epsilon
        self.ddp_sync = ddp_sync
        self.register_buffer("ema_cluster_size", torch.zeros(num_embeddings))
        self.register_buffer("ema_w", self.embedding.weight.data.clone())
        self.flatten_permutation = [0, *range(2, spatial_dims + 2), 1]
        self.quantization_permutation = [0, spatial_dims + 1, *range(1, spatial_dims + 1)]

    def quantize(self, inputs):
        positions = [size for number, size in enumerate(inputs.shape) if number != 1]
        with torch.cuda.amp.autocast(enabled=False):
            codes = self.embedding.weight.t()
            inputs = inputs.float()
            flat = inputs.permute(self.flatten_permutation).contiguous().view(-1, self.embedding_dim)
            lengths = (flat**2).sum(dim=1, keepdim=True) + (codes**2).sum(dim=0, keepdim=True)
            distances = lengths - 2 * torch.mm(flat, codes)
            indices = torch.max(-distances, dim=1)[1]
            encodings = nn.functional.one_hot(indices, self.num_embeddings).float()
        return flat, encodings, indices.view(positions)

    def embed(self, embedding_indices):
        with torch.cuda.amp.autocast(enabled=False):
            return self.embedding(embedding_indices).permute(self.quantization_permutation).contiguous()

    def _update(self, flat, encodings):
        with torch.no_grad():
            counts = encodings.sum(0)
            sums = torch.mm(encodings.t(), flat)
            self.ema_cluster_size.data.mul_(self.decay).add_(torch.mul(counts, 1 - self.decay))
            total = self.ema_cluster_size.sum()
            weights = (self.ema_cluster_size + self.epsilon) / (total + self.num_embeddings * self.epsilon) * total
            self.ema_w.data.mul_(self.decay).add_(torch.mul(sums, 1 - self.decay))
            self.embedding.weight.data.copy_(self.ema_w / weights.unsqueeze(1))

    def forward(self, inputs):
        flat, encodings, indices = self.quantize(inputs)
        quantized = self.embed(indices)
        if self.training:
            self._update(flat, encodings)
        loss = self.commitment_cost * nn.functional.mse_loss(quantized.detach(), inputs)
        quantized = inputs + (quantized - inputs).detach()
        return quantized, loss, indices


class VectorQuantizer(nn.Module):
    def __init__(self, quantizer=None):
        super().__init__()
        self.quantizer = quantizer
        self.perplexity = torch.rand(1)

    def forward(self, inputs):
        quantized, loss, indices = self.quantizer(inputs)
        bins = self.quantizer.num_embeddings
        shares = torch.histc(indices.float(), bins=bins, max=bins).float().div(indices.numel())
        self.perplexity = torch.exp(-torch.sum(shares * torch.log(shares + 1e-10)))
        return loss, quantized

    def embed(self, embedding_indices):
        return self.quantizer.embed(embedding_indices=embedding_indices)

    def quantize(self, encodings):
        return self.quantizer(encodings)[2]
