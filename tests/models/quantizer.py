"""A VQ autoencoder: codes by distances, straight-through gradients, an EMA code book, perplexity."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"hidden": 16, "codes": 12, "dim": 6, "commitment": 0.25, "decay": 0.99}
INPUTS = [["float32", [2, 3, 16, 20]]]


class VectorQuantizerEMA(nn.Module):
    def __init__(self, num_embeddings, embedding_dim, commitment_cost, decay, epsilon=1e-5):
        super().__init__()
        self._embedding_dim = embedding_dim
        self._num_embeddings = num_embeddings
        self._embedding = nn.Embedding(num_embeddings, embedding_dim)
        self._embedding.weight.requires_grad = False
        self.register_buffer("_ema_cluster_size", torch.zeros(num_embeddings))
        self.register_buffer("_ema_w", torch.zeros(num_embeddings, embedding_dim))
        self._commitment_cost = commitment_cost
        self._decay = decay
        self._epsilon = epsilon

    def forward(self, inputs):
        inputs = inputs.permute(0, 2, 3, 1).contiguous()
        input_shape = inputs.shape
        flat_input = inputs.view(-1, self._embedding_dim)
        distances = (torch.sum(flat_input ** 2, dim=1, keepdim=True)
                     + torch.sum(self._embedding.weight ** 2, dim=1)
                     - 2 * torch.matmul(flat_input, self._embedding.weight.t()))
        encoding_indices = torch.argmin(distances, dim=1).unsqueeze(1)
        encodings = torch.zeros(encoding_indices.shape[0], self._num_embeddings, device=inputs.device)
        encodings.scatter_(1, encoding_indices, 1)
        quantized = torch.matmul(encodings, self._embedding.weight).view(input_shape)
        if self.training:
            with torch.no_grad():
                self._ema_cluster_size.mul_(self._decay).add_(torch.sum(encodings, 0), alpha=1 - self._decay)
                n = torch.sum(self._ema_cluster_size)
                size = (self._ema_cluster_size + self._epsilon) / (n + self._num_embeddings * self._epsilon) * n
                dw = torch.matmul(encodings.t(), flat_input)
                self._ema_w.mul_(self._decay).add_(dw, alpha=1 - self._decay)
                self._embedding.weight.data.copy_(self._ema_w / size.unsqueeze(1))
        e_latent_loss = F.mse_loss(quantized.detach(), inputs)
        loss = self._commitment_cost * e_latent_loss
        quantized = inputs + (quantized - inputs).detach()
        avg_probs = torch.mean(encodings, dim=0)
        perplexity = torch.exp(-torch.sum(avg_probs * torch.log(avg_probs + 1e-10)))
        return loss, quantized.permute(0, 3, 1, 2).contiguous(), perplexity, encodings


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self._block = nn.Sequential(nn.ReLU(True), nn.Conv2d(channels, channels // 2, 3, padding=1, bias=False),
                                    nn.ReLU(True), nn.Conv2d(channels // 2, channels, 1, bias=False))

    def forward(self, x):
        return x + self._block(x)


class Model(nn.Module):
    def __init__(self, hidden, codes, dim, commitment, decay):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(3, hidden, 4, 2, 1), nn.ReLU(), nn.Conv2d(hidden, hidden, 4, 2, 1),
                                     Residual(hidden), nn.Conv2d(hidden, dim, 1))
        self.vq = VectorQuantizerEMA(codes, dim, commitment, decay)
        self.decoder = nn.Sequential(nn.Conv2d(dim, hidden, 3, padding=1), Residual(hidden),
                                     nn.ConvTranspose2d(hidden, hidden, 4, 2, 1), nn.ReLU(),
                                     nn.ConvTranspose2d(hidden, 3, 4, 2, 1))

    def forward(self, x):
        loss, quantized, perplexity, _ = self.vq(self.encoder(x))
        return loss, self.decoder(quantized), perplexity


def build(cfg):
    return Model(**cfg)


def loss(outputs):
    vq_loss, recon, perplexity = outputs
    return F.mse_loss(recon, torch.zeros_like(recon)) / 0.06 + vq_loss
