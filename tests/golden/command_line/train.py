import sys

import torch
import yaml

import model
from images import batches

cfg = yaml.safe_load(open(sys.argv[1]))
network = model.Denoiser().to(cfg["train"]["device"])
if cfg["train"]["mode"] == "DP":
    network = torch.nn.DataParallel(network, device_ids=cfg["train"]["device_ids"])
network.train()
for image in batches(cfg["batch_size"], workers=cfg.get("workers", 4)):
    network(image).sum().backward()
