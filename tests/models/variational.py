"""A fully connected and convolutional variational autoencoder with the reparameterisation trick and a beta schedule."""
import torch
import torch.utils.data
from torch import nn, optim
from torch.nn import functional as F

CFG = {"hidden_dims": [4, 8, 12], "latent_dim": 6, "in_channels": 1, "size": 32, "beta": 0.5}
INPUTS = [["float32", [3, 1, 32, 32]]]


class Base(nn.Module):
    def encode(self, x):
        raise NotImplementedError

    def decode(self, z):
        raise NotImplementedError

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        eps = torch.randn_like(std)
        return eps.mul(std).add_(mu)


class ConvVAE(Base):
    num_iter = 0

    def __init__(self, in_channels, latent_dim, hidden_dims=None, size=32, **kwargs):
        super().__init__()
        self.beta = kwargs.get("beta", 1.0)
        if hidden_dims is None:
            hidden_dims = [32, 64, 128, 256, 512]
        self.last, self.side = hidden_dims[-1], size // 2 ** len(hidden_dims)
        modules = []
        for h_dim in hidden_dims:
            modules.append(nn.Sequential(nn.Conv2d(in_channels, out_channels=h_dim, kernel_size=3, stride=2, padding=1),
                                         nn.BatchNorm2d(h_dim), nn.LeakyReLU()))
            in_channels = h_dim
        self.encoder = nn.Sequential(*modules)
        self.fc_mu = nn.Linear(self.last * self.side ** 2, latent_dim)
        self.fc_var = nn.Linear(self.last * self.side ** 2, latent_dim)
        self.decoder_input = nn.Linear(latent_dim, self.last * self.side ** 2)
        dims = hidden_dims[::-1]
        modules = []
        for i in range(len(dims) - 1):
            modules.append(nn.Sequential(nn.ConvTranspose2d(dims[i], dims[i + 1], kernel_size=3, stride=2, padding=1,
                                                            output_padding=1),
                                         nn.BatchNorm2d(dims[i + 1]), nn.LeakyReLU()))
        self.decoder = nn.Sequential(*modules)
        self.final = nn.Sequential(nn.ConvTranspose2d(dims[-1], dims[-1], 3, 2, 1, 1), nn.BatchNorm2d(dims[-1]),
                                   nn.LeakyReLU(), nn.Conv2d(dims[-1], 1, kernel_size=3, padding=1), nn.Sigmoid())

    def encode(self, x):
        result = torch.flatten(self.encoder(x), start_dim=1)
        return [self.fc_mu(result), self.fc_var(result)]

    def decode(self, z):
        result = self.decoder_input(z).view(-1, self.last, self.side, self.side)
        return self.final(self.decoder(result))

    def forward(self, x, **kwargs):
        mu, log_var = self.encode(x)
        z = self.reparameterize(mu, log_var)
        self.num_iter += 1
        return [self.decode(z), x, mu, log_var]


def build(cfg):
    return ConvVAE(**cfg)


def loss(outputs):
    recons, input, mu, log_var = outputs
    recons_loss = F.binary_cross_entropy(recons, torch.sigmoid(input), reduction="sum") / input.size(0)
    kld = torch.mean(-0.5 * torch.sum(1 + log_var - mu ** 2 - log_var.exp(), dim=1), dim=0)
    return recons_loss + CFG["beta"] * kld
