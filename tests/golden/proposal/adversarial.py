"""Two models, two optimizers, arguments instead of a config file."""
import argparse

import torch
from torch import optim
from torch.utils.data import DataLoader

from src.networks import Critic, Generator


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--latent", type=int, default=100)
    parser.add_argument("--momentum", type=float, default=0.0)
    return parser.parse_args()


def train(dataset):
    args = arguments()
    generator, critic = Generator(args.latent).cuda(), Critic().cuda()
    for_generator = optim.Adam(generator.parameters(), lr=2e-4, betas=(0.5, 0.999))
    for_critic = optim.SGD(critic.parameters(), lr=1e-3, momentum=args.momentum)
    for real in DataLoader(dataset, batch_size=args.batch_size, shuffle=True):
        noise = torch.randn(real.shape[0], args.latent, device="cuda")
        for_critic.zero_grad()
        loss = critic(generator(noise).detach()).mean() - critic(real.cuda()).mean()
        loss.backward()
        for_critic.step()
        for_generator.zero_grad()
        (-critic(generator(noise)).mean()).backward()
        for_generator.step()
