import argparse

import torch
from tqdm import tqdm

DEFAULTS = dict(batch_size=4, grid=64, width=16, accumulate=1)


def switch(text):
    if text.lower() in ("1", "true", "yes"):
        return True
    if text.lower() in ("0", "false", "no"):
        return False
    raise argparse.ArgumentTypeError("yes or no is expected")


def build_parser():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=["codec", "prior"])
    for name, value in DEFAULTS.items():
        parser.add_argument("--" + name, type=type(value), default=value)
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--amp", type=switch, default=False)
    parser.add_argument("--codec-path", default="codec.pt")
    return parser


if __name__ == "__main__":
    args = build_parser().parse_args()
    for _ in tqdm(range(10)):
        torch.zeros(args.batch_size)
