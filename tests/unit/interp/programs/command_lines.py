# argparse on explicit command lines: what each option ends up as, and which lines are refused.
import argparse
import sys


class Quiet:
    def write(self, text):
        return len(text)

    def flush(self):
        pass


def positive(text):
    number = int(text)
    if number <= 0:
        raise argparse.ArgumentTypeError("it must be above 0")
    return number


class Pairs(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, dict(value.split("=") for value in values))


def build():
    parser = argparse.ArgumentParser(prog="train", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--batch_size", "-b", type=positive, default=4)
    parser.add_argument("--lr", type=float, default="1e-3")
    parser.add_argument("--amp", action="store_true")
    parser.add_argument("--no-checkpoint", dest="checkpoint", action="store_false")
    parser.add_argument("-n", "--names", nargs="+", default=[])
    parser.add_argument("--size", nargs=2, type=int, metavar=("H", "W"))
    parser.add_argument("--mode", choices=["fast", "slow"], default="fast")
    parser.add_argument("-v", action="count", default=0)
    parser.add_argument("--tag", action="append")
    parser.add_argument("--resume", nargs="?", const="latest", default=None)
    parser.add_argument("--options", nargs="*", action=Pairs, default={})
    parser.add_argument("--level", type=int, choices=range(3), default=1)
    parser.add_argument("--show", action=argparse.BooleanOptionalAction, default=True)
    group = parser.add_argument_group("one of two")
    either = group.add_mutually_exclusive_group()
    either.add_argument("--one", action="store_const", const=1, dest="which")
    either.add_argument("--two", action="store_const", const=2, dest="which")
    parser.add_argument("config", nargs="?", default="base.yaml")
    parser.add_argument("rest", nargs="*")
    parser.set_defaults(extra="given", level=2)
    return parser


LINES = [
    "",
    "--batch_size 2 --amp",
    "-b 3 --lr 1e-4 cfg.yaml",
    "-b7 cfg.yaml x y",
    "--batch_size=9 --no-checkpoint",
    "--bat 6",
    "-n a b c --mode slow",
    "--size 3 4 --lr -1",
    "-vvv --tag x --tag y",
    "--resume --amp",
    "--resume last.pt",
    "--options a=1 b=2",
    "--options",
    "--no-show --level 0",
    "--two",
    "cfg.yaml -- --amp",
    "--mode other",
    "--batch_size 0",
    "--batch_size 2.5",
    "--level 3",
    "--size 3",
    "-n",
    "--unknown 1",
    "--one --two",
    "--amp=1",
]


def shown(parser, words):
    try:
        return sorted(vars(parser.parse_args(words)).items())
    except SystemExit as stopped:
        return f"exit {stopped.code}"


errors, sys.stderr = sys.stderr, Quiet()
for line in LINES:
    print(repr(line), shown(build(), line.split()))

known, unknown = build().parse_known_args(["--batch_size", "5", "--other", "--amp"])
print(known.batch_size, known.amp, unknown)

outer = argparse.ArgumentParser()
outer.add_argument("--seed", type=int, default=0)
commands = outer.add_subparsers(dest="command")
train = commands.add_parser("train")
train.add_argument("--epochs", type=int, default=10)
commands.add_parser("test", aliases=["check"]).add_argument("weights")
for line in ["--seed 3 train --epochs 2", "test best.pt", "check best.pt", "other", "train --weights x"]:
    print(repr(line), shown(outer, line.split()))

base = argparse.ArgumentParser(add_help=False)
base.add_argument("--shared", default="s")
child = argparse.ArgumentParser(parents=[base])
child.add_argument("--own", type=int, required=True)
print(shown(child, ["--own", "1"]), child.get_default("shared"))
