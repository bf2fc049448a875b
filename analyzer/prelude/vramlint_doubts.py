# What nobody says of the environment, where a program has failed with what it is by default.
import platform
import sys

import _run
import torch
import torch.cuda
import torch.distributed
import torch.version

_SAID = "what the command line gives is not known; `script: {args: [...]}` in the recipe says it to the program"


class _Words(list):
    """Of sys.argv: what comes behind the program's name is not known."""

    def __getitem__(self, at):
        if isinstance(at, slice):
            return _Words(list.__getitem__(self, at))
        if at == 0 and list.__len__(self) > 0:
            return list.__getitem__(self, at)
        return _run.unknown(_SAID)

    def __len__(self):
        return _run.unknown(_SAID)

    def __contains__(self, word):
        return _run.unknown(_SAID)

    def index(self, word, *bounds):
        return _run.unknown(_SAID)

    pop = index


class _Line(_Words):
    def __iter__(self):
        return _run.unknown(_SAID)


def _unless(said, reason):
    return said if said is not None else _run.unknown(reason)


def begin(gpus, processes, release):
    """Each None where nobody says it."""
    count = _unless(gpus, "how many GPUs there are is not known; --gpus 8 says it")
    world = _unless(processes, "how many processes there are is not known; `distributed:` in the recipe says it")
    torch.cuda.device_count = lambda: count
    torch.cuda.get_device_capability = lambda device=None: _run.unknown("what the GPU is capable of is not known")
    torch.distributed.get_world_size = lambda group=None: world
    if release is None:
        torch.__version__ = _run.unknown("which release of torch is installed is not known; --torch 2.4 says it")
    torch.version.cuda = _run.unknown("which release of CUDA torch is built for is not known")
    sys.argv = _Line([""])
    sys.version_info = _run.unknown("which release of Python runs the program is not known")
    sys.platform = _run.unknown("which system the program runs on is not known")
    platform.system = lambda: sys.platform
