"""Trains what a template describes."""
import argparse
import importlib

import torch
import yaml
from torch.utils.data import DataLoader, TensorDataset

import downscaling


def relative_error(outputs, targets):
    count = outputs.shape[0]
    difference = torch.norm(outputs.reshape(count, -1) - targets.reshape(count, -1), 2, 1)
    return (difference / torch.norm(targets.reshape(count, -1), 2, 1)).sum()


def make_optimizer(model, options):
    classes = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW}
    return classes[options["name"]](model.parameters(), lr=options["lr"], weight_decay=options["weight_decay"])


def regression_step(model, state, inputs, targets):
    model.train()
    loss = relative_error(model(inputs[0]), targets[0])
    state.zero_grad()
    loss.backward()
    state.step()


def diffusion_step(model, state, inputs, targets):
    model.train()
    coarse, fine = inputs[0].permute(0, 3, 1, 2), targets[0].permute(0, 3, 1, 2)
    loss = model(coarse, fine)
    state.zero_grad()
    loss.backward()
    state.step()


def named(path):
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


def build(config):
    """The model, what is trained of it, and the step."""
    if "diffusion" not in config:
        model = downscaling.make_model(config["model"])
        return model, model, regression_step
    network = named(config["network"]["target"])(**config["network"]["params"])
    options = dict(config["diffusion"])
    model = named(options.pop("_target_"))(network=network, **options)
    return model, network, diffusion_step


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", default="configs/coast/spectral.yaml")
    with open(parser.parse_args().config) as stream:
        config = yaml.safe_load(stream)
    model, trained, step = build(config)
    model = model.to(config["train"]["device"])
    state = make_optimizer(trained, config["optimize"])
    data = config["data"]
    factor = data["factor"]
    fine = torch.load(data["path"]).reshape(-1, data["shape"][0], data["shape"][1], data["fields"])
    coarse = fine[:, ::factor, ::factor]
    loader = DataLoader(TensorDataset(coarse, fine), batch_size=data["train_batch"], shuffle=True, drop_last=True)
    for _ in range(config["train"]["epochs"]):
        for inputs, targets in loader:
            device = config["train"]["device"]
            step(model, state, (inputs.to(device),), (targets.to(device),))


if __name__ == "__main__":
    main()
