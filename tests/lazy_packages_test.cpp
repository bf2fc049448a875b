// A training program that stands on a library like the large ones: a package that finds out what it has by reading its
// own files and imports that when it is asked for, a trainer with arguments and callbacks, loaders behind loaders.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr const char* kPackage = R"(import sys
from typing import TYPE_CHECKING

from .lazy import LazyModule, structure_of

if TYPE_CHECKING:
    from .nowhere import Nothing
else:
    sys.modules[__name__] = LazyModule(__name__, __file__, structure_of(__file__), __spec__)
)";

constexpr const char* kLazy = R"(import importlib
import os
import types
from functools import lru_cache


def listed(text):
    start = None
    lines = text.splitlines()
    for index, line in enumerate(lines):
        if line.startswith("__all__"):
            start = index
    return [] if start is None else [name.strip("\"' ") for name in lines[start].split("=")[1].strip(" []").split(",")]


@lru_cache
def structure_of(path):
    structure = {}
    with os.scandir(os.path.dirname(path)) as entries:
        for entry in entries:
            if entry.name.endswith(".py") and not entry.name.startswith("__"):
                with open(entry.path, encoding="utf-8") as file:
                    structure[entry.name[:-3]] = listed(file.read())
    return structure


class LazyModule(types.ModuleType):
    def __init__(self, name, file, structure, spec):
        super().__init__(name)
        self.__file__, self.__spec__, self.__path__ = file, spec, [os.path.dirname(file)]
        self._home = {known: module for module, names in structure.items() for known in names}

    def __getattr__(self, name):
        if name not in self._home:
            raise AttributeError(f"module {self.__name__} has no attribute {name}")
        value = getattr(importlib.import_module("." + self._home[name], self.__name__), name)
        setattr(self, name, value)
        return value
)";

constexpr const char* kTrainer = R"(import inspect
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy
import torch
from torch.utils.data import DataLoader

__all__ = ["Trainer", "Arguments"]


class Kinds(type):
    def __getattr__(cls, name):
        return cls._names[name]


class Optimizers(metaclass=Kinds):
    _names = {"adam": torch.optim.Adam}


_SAFE = {torch.Tensor.clone, torch.Tensor.detach}


@dataclass
class Arguments:
    batch: int = 8
    rounds: int = 3
    optimizer: str = "adam"
    callbacks: list = field(default_factory=list)


class Fetcher(Iterator[tuple]):
    def __init__(self, loader, most):
        self.loader, self.most = loader, most

    def __iter__(self):
        self.inner, self.at = iter(self.loader), 0
        return self

    def __next__(self):
        if self.at >= self.most:
            raise StopIteration
        self.at += 1
        return next(self.inner)


FETCHERS = {"plain": dict(kind=Fetcher)}


class Step:
    def __init__(self, trainer):
        self.trainer = trainer

    @property
    def __call__(self):
        return self.trainer.training_step


class Trainer:
    def __init__(self, model, args, data):
        self.settings = inspect.getargvalues(inspect.currentframe()).locals
        assert self.settings["args"] is args
        self.model, self.args, self.data = model.cuda(), args, data

    def training_step(self, batch):
        image, wanted = [part.cuda() for part in batch]
        self.optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(self.model(image), wanted)
        loss.backward()
        self.optimizer.step()

    def train(self):
        self.optimizer = getattr(Optimizers, self.args.optimizer)(self.model.parameters())
        step = Step(self)
        for callback in self.args.callbacks:
            callback(self)
        fetcher = iter(FETCHERS["plain"]["kind"](DataLoader(self.data, self.args.batch), self.args.rounds))
        while True:
            try:
                batch = next(fetcher)
                step(batch)
            except StopIteration:
                break
)";

// What a package can do goes by the release that is installed beside it; what the project says counts more.
TEST(LazyPackages, PyTorchIsTheReleaseThatIsInstalled) {
  const ScratchFolder folder;
  folder.put("site/torch-2.6.0+cu124.dist-info/METADATA", "Name: torch\nVersion: 2.6.0+cu124\n");
  folder.put("site/bodies.py",
             "import torch\nfrom packaging import version\n\n"
             "if version.parse(torch.__version__) >= version.parse('2.5'):\n    Body = torch.nn.Linear\n");
  folder.put("step.py", kLayerStep);
  folder.put("train.py", "from bodies import Body\nfrom step import train\n\ntrain(Body(8, 4).in_features)\n");
  const std::string recipe = "recipes:\n  - configs: [train.py]\n    script: train.py\n";
  const auto said = [&](const std::string& before) {
    folder.put("vramlint.yaml", before + recipe);
    return said_by(run_program(
        folder.path(), {"check", "--format", "json", "--fail-on", "never", "--site-packages", "site", "train.py"}));
  };
  EXPECT_EQ(said("").config["torch"], "2.6.0");
  EXPECT_EQ(said("").parameters(), 36);
  EXPECT_EQ(said("torch: '2.4'\n").config["torch"], "2.4");
}

// The options are the program's own, however long a package takes that it imports first: a layer of 8 × 9 + 9.
TEST(LazyPackages, OptionsOfALaunchScriptAreReadWhateverAPackageTakes) {
  const ScratchFolder folder;
  folder.put("site/heavy.py", "table = {}\nfor number in range(3000000):\n    table[number % 7] = number\n");
  folder.put("step.py", kLayerStep);
  folder.put("train.py",
             "import argparse\nimport heavy\nfrom step import train\np = argparse.ArgumentParser()\n"
             "p.add_argument('--width', type=int, default=3)\ntrain(p.parse_args().width)\n");
  folder.put("run.sh", "python train.py --width 9\n");
  folder.put("vramlint.yaml", "torch: '2.4'\nrecipes:\n  - configs: [run.sh]\n    script: train.py\n");
  const ProgramRun run = run_program(folder.path(), {"dump", "config", "run.sh", "--site-packages", "site"});
  EXPECT_NE(run.output.find("width = 9"), std::string::npos) << run.output << run.errors;
}

TEST(LazyPackages, ATrainerThatIsImportedWhenItIsAskedForIsFollowed) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "device: rtx3090\ntorch: \"2.4\"\nrecipes:\n  - configs: [config/*.yaml]\n"
             "    script: {path: train.py, args: [--config, \"{config}\"]}\n");
  folder.put("config/a.yaml", "batch: 2\n");
  folder.put("m.py", kNet);
  folder.put("library/__init__.py", kPackage);
  folder.put("library/lazy.py", kLazy);
  folder.put("library/trainer.py", kTrainer);
  folder.put("library/other.py", "import nothing_of_that_name\n\n__all__ = [\"Other\"]\n");
  folder.put("train.py", R"(import argparse

import library
import torch
import yaml
from m import Net


class Images(torch.utils.data.Dataset):
    def __len__(self):
        return 512

    def __getitem__(self, index):
        return torch.zeros(3, 256, 256), torch.zeros(3, 256, 256)


parser = argparse.ArgumentParser()
parser.add_argument("--config")
cfg = yaml.safe_load(open(parser.parse_args().config))
library.Trainer(Net(), library.Arguments(batch=cfg["batch"]), Images()).train()
)");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "config"}));
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(said.parameters(), 3'523);
  EXPECT_EQ(states(said), kTwoStates);
}

}  // namespace
}  // namespace vramlint::tests
