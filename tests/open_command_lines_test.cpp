// Programs as they lie in a repository, and what `init` makes of their command lines and configs.
#include <gtest/gtest.h>

#include <cstdlib>

#include "open_world.h"

namespace vramlint::tests {
namespace {

struct Tree {
  ScratchFolder folder;

  Tree() {
    folder.put(".git/HEAD", "");
    folder.put("step.py", kLayerStep);
  }
  /// The recipe that init proposes.
  std::string proposed(const std::string& program, const std::vector<std::string>& files) const {
    folder.put("train.py", program);
    for (const std::string& file : files) folder.put(file, "train: {width: 8}\n");
    return run_program(folder.path(), {"init", "train.py", "--root", "."}).output;
  }
  Said said(const std::string& config) const {
    return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", config}));
  }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr const char* kReads = R"(
import argparse
import yaml
from step import train
parser = argparse.ArgumentParser()
OPTIONS
args = parser.parse_args()
train(yaml.safe_load(open(args.FILE))["train"]["width"])
)";

std::string reading(const std::string& options, const std::string& file) {
  std::string text = kReads;
  text.replace(text.find("OPTIONS"), 7, options);
  text.replace(text.find("FILE"), 4, file);
  return text;
}

TEST(OpenCommandLines, ConfigsOfAnotherProgramAreLeftOut) {
  const Tree tree;
  tree.folder.put("options/extra/b.yml", "test: {width: 8}\n");
  const std::string recipe =
      tree.proposed(reading("parser.add_argument('-opt', required=True)", "opt"), {"options/train/a.yml"});
  EXPECT_TRUE(has(recipe, "configs: ['options/train/*.yml']")) << recipe;
  EXPECT_TRUE(has(recipe, "# left out, for the program stops at it: options/extra/*.yml: it raises KeyError: 'train'"))
      << recipe;
}

TEST(OpenCommandLines, AWordWithAPartThatIsNotKnownLeavesTheOthers) {
  for (const char* word :
       {"--data $DATA/train", "--data=$HOME/x", "--data exp_$(date +%s)", "--data out/$RANDOM $B/y"}) {
    const Tree tree;
    tree.folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {configs: [run.sh], script: train.py}\n");
    tree.folder.put("run.sh", "python train.py --epochs 3 " + std::string(word) + " --width 16\n");
    tree.folder.put("train.py",
                    "import argparse\nfrom step import train\nparser = argparse.ArgumentParser()\n"
                    "parser.add_argument('--data', nargs='*', default='/data')\n"
                    "parser.add_argument('--epochs', type=int)\n"
                    "parser.add_argument('--width', type=int, default=8)\nargs = parser.parse_args()\n"
                    "train(args.width)\n");
    expect_parameters(tree.said("run.sh"), 16 * 4 + 4);
  }
}

TEST(OpenCommandLines, AnOptionWithAWordForADefaultTakesNoConfig) {
  const Tree tree;
  const std::string recipe = tree.proposed(
      "import argparse\nfrom step import train\nparser = argparse.ArgumentParser()\n"
      "parser.add_argument('--opt', default='adamw')\nargs = parser.parse_args()\ntrain(8)\n",
      {});
  EXPECT_TRUE(has(recipe, "script: train.py\n")) << recipe;
}

TEST(OpenCommandLines, AFolderIsCalledAsItsOption) {
  const Tree tree;
  const std::string recipe = tree.proposed(reading("parser.add_argument('--data', default='data/coco.yaml')\n"
                                                   "parser.add_argument('--cfg', default='')",
                                                   "cfg"),
                                           {"cfg/training/tiny.yaml", "data/coco.yaml"});
  EXPECT_TRUE(has(recipe, "configs: ['cfg/training/*.yaml']")) << recipe;
  EXPECT_TRUE(has(recipe, "args: ['--cfg', '{config}']")) << recipe;
}

TEST(OpenCommandLines, AnOptionShowsThatItTakesAConfig) {
  const Tree tree;
  const std::string recipe = tree.proposed(
      reading("parser.add_argument('-b', '--base', metavar='base_config.yaml')", "base"), {"configs/a.yaml"});
  EXPECT_TRUE(has(recipe, "args: ['--base', '{config}']")) << recipe;
}

TEST(OpenCommandLines, DataThatLieNowhereAreNotGiven) {
  const Tree tree;
  tree.folder.put("vramlint.yaml", "recipes:\n  - configs: [train.py]\n    script: train.py\n");
  tree.folder.put("train.py", R"(
import argparse
from step import train
parser = argparse.ArgumentParser()
parser.add_argument("--data_dir", default="", type=str)
args = parser.parse_args()
if not args.data_dir:
    raise ValueError("unspecified data directory")
train(8)
)");
  const Said said = tree.said("train.py");
  EXPECT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(OpenCommandLines, AProgramFindsWhatLiesBesideIt) {
  const Tree tree;
  tree.folder.put("vramlint.yaml",
                  "python_path: [.]\nrecipes:\n  - configs: ['tools/cfgs/a.yaml']\n"
                  "    script: {path: tools/train.py, args: ['--cfg_file', '{config}']}\n");
  tree.folder.put("tools/train.py", R"(
import argparse
import sys
import yaml
sys.path.insert(0, "../")
from step import train
parser = argparse.ArgumentParser()
parser.add_argument("--cfg_file")
with open(yaml.safe_load(open(parser.parse_args().cfg_file))["base"]) as base:
    train(yaml.safe_load(base)["width"])
)");
  tree.folder.put("tools/cfgs/a.yaml", "base: cfgs/base.yaml\n");
  tree.folder.put("tools/cfgs/base.yaml", "width: 12\n");
  const Said said = tree.said("tools/cfgs/a.yaml");
  ASSERT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.parameters(), 12 * 4 + 4);
  EXPECT_TRUE(said.assumes("the program is started in `tools`"));
}

Said followed(const std::string& program) {
  const Tree tree;
  tree.folder.put("vramlint.yaml", "recipes:\n  - configs: [train.py]\n    script: train.py\n");
  tree.folder.put("train.py", program);
  return tree.said("train.py");
}

TEST(OpenCommandLines, AFileWithoutWhichTheNextArmStopsIsThere) {
  const Said said = followed(R"(
import os
from step import train
pretrained = "models/hrnet.pth"
if os.path.isfile(pretrained):
    print("=> loading")
elif pretrained:
    raise RuntimeError(f"No such file {pretrained}")
train(8)
)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_TRUE(said.assumes("`models/hrnet.pth` is taken to be there"));
}

// What a bar of progress prints is as long as the loss has digits.
TEST(OpenCommandLines, WordsThatMayBePrintedAreNothingOfTheStep) {
  const Said said = followed(R"(
import sys
import torch
model = torch.nn.Linear(8, 4).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

def progress(message):
    parts = ["  Step: 1"]
    if message:
        parts.append(" | " + message)
    text = "".join(parts)
    for i in range(80 - len(text)):
        sys.stdout.write(" ")
    sys.stdout.write(text)

for step in range(10):
    loss = model(torch.zeros(2, 8, device="cuda")).sum()
    loss.backward()
    optimizer.step()
    progress("Loss: %.3f" % loss.item())
)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
}

TEST(OpenCommandLines, WhatInitLeavesOpenIsNoMistake) {
  const Tree tree;
  tree.folder.put("vramlint.yaml",
                  "recipes:\n  - configs: [a.yaml]\n    model: torch.nn.Linear(8, 4)\n"
                  "    inputs: ['float32[2, TODO]']\n    loss: outputs.sum()\n");
  tree.folder.put("a.yaml", "width: 8\n");
  const Said said = tree.said("a.yaml");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_TRUE(has(said.findings.dump(), "`TODO` in the recipe is to be filled in")) << said.findings;
}

// Of a module's names one comes of a package that is not at hand: the others are what they are.
TEST(OpenCommandLines, OneNameOfAnUnknownPackageLeavesTheOthersKnown) {
  const Tree tree;
  tree.folder.put("shapes.py",
                  "from somelib import imread\n\nclass Wide:\n    width = 8\n\nclass Narrow:\n    width = 2\n");
  tree.folder.put("vramlint.yaml",
                  "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n"
                  "    script: {path: train.py, args: [--shape, Wide]}\n");
  tree.folder.put(
      "train.py",
      "import argparse, inspect\nimport shapes\nfrom step import train\n"
      "found = dict([(x, getattr(shapes, x)) for x in dir(shapes) if inspect.isclass(getattr(shapes, x))])\n"
      "parser = argparse.ArgumentParser()\n"
      "parser.add_argument('--shape', default='Narrow', choices=list(found.keys()))\n"
      "train(found[parser.parse_args().shape].width)\n");
  expect_parameters(tree.said("train.py"), 8 * 4 + 4);
}

// What a launcher tells its first process decides whether gradients lie in buckets: one more copy of them.
TEST(OpenCommandLines, AProgramThatALauncherStartsIsOneOfAGroup) {
  const Tree tree;
  const std::string wraps =
      "    torch.distributed.init_process_group('nccl')\n"
      "    net = torch.nn.parallel.DistributedDataParallel(net)\n";
  const std::string trains =
      "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(9):\n    opt.zero_grad()\n"
      "    net(torch.zeros(2, 1024).cuda()).mean().backward()\n    opt.step()\n";
  const std::string begins = "import argparse, os, torch\nnet = torch.nn.Linear(1024, 1024).cuda()\n";
  tree.folder.put("by_name.py",
                  begins + "if 'RANK' in os.environ and int(os.environ['WORLD_SIZE']) > 1:\n" + wraps + trains);
  tree.folder.put("by_word.py",
                  begins +
                      "p = argparse.ArgumentParser()\np.add_argument('--local-rank', type=int, default=-1)\n"
                      "if p.parse_args().local_rank >= 0:\n" +
                      wraps + trains);
  tree.folder.put("by_two.py",
                  begins +
                      "known, rest = argparse.ArgumentParser().parse_known_args()\np = argparse.ArgumentParser()\n" +
                      "p.add_argument('--local_rank', type=int, default=-1)\nif p.parse_args(rest).local_rank >= 0:\n" +
                      wraps + trains);
  tree.folder.put("by_none.py", begins + "argparse.ArgumentParser().parse_args()\n" + trains);
  const auto allocated = [&](const std::string& line) {
    tree.folder.put("run.sh", "#!/bin/bash\n" + line + "\n");
    const Said said = tree.said("run.sh");
    EXPECT_EQ(said.status(), "estimated") << line << said.findings;
    return said.allocated(0);
  };
  constexpr int64_t kBucket = (1024 * 1024 + 1024) * 4, kBias = 1024 * 4;
  const int64_t alone = allocated("python by_name.py");
  EXPECT_LE(std::abs(allocated("torchrun --nproc_per_node=4 by_name.py") - alone - kBucket), kBias);
  EXPECT_EQ(allocated("torchrun --nproc_per_node=1 by_name.py"), alone);
  EXPECT_EQ(allocated("torchrun --nproc_per_node=4 by_word.py"), alone);
  EXPECT_LE(std::abs(allocated("python -m torch.distributed.launch --nproc_per_node=4 by_word.py") - alone - kBucket),
            kBias);
  EXPECT_LE(std::abs(allocated("python -m torch.distributed.launch --nproc_per_node=4 by_two.py") - alone - kBucket),
            kBias);
  EXPECT_EQ(allocated("python -m torch.distributed.launch --nproc_per_node=4 by_none.py"), alone);
}

// CPython 3.11, argparse.py, _registry_get.
TEST(OpenCommandLines, ParsersHaveTypesAndActionsOfTheirOwn) {
  const Tree tree;
  tree.folder.put("vramlint.yaml",
                  "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n"
                  "    script: {path: train.py, args: [--narrow, 'no', --size, '4']}\n");
  const std::string begins =
      "import argparse\nfrom step import train\n"
      "class Double(argparse.Action):\n    def __call__(self, parser, space, value, name=None):\n"
      "        setattr(space, self.dest, value * 2)\n";
  const std::string ends =
      "    p.register('action', 'double', Double)\n    g = p.add_argument_group('sizes')\n"
      "    g.add_argument('--narrow', type=KIND, default=True)\n"
      "    p.add_argument('--size', type=int, action='double')\n    a = p.parse_args()\n"
      "    return 2 if a.narrow else a.size\ntrain(width())\n";
  for (const char* kind : {"bool", "'bool'"}) {
    std::string rest = ends;
    rest.replace(rest.find("KIND"), 4, kind);
    tree.folder.put("train.py", begins + "def width():\n    p = argparse.ArgumentParser()\n    p.register('type', " +
                                    kind + ", lambda text: text == 'yes')\n" + rest);
    expect_parameters(tree.said("train.py"), 8 * 4 + 4);
  }
}

// Of several starts one is followed: what the others ask for may be more, unless no bytes depend on it.
TEST(OpenCommandLines, AScriptThatStartsSeveralSizesIsInPart) {
  const Tree tree;
  tree.folder.put("train.py",
                  "import argparse\nfrom step import train\np = argparse.ArgumentParser()\n"
                  "p.add_argument('--width', type=int, default=8)\np.add_argument('--seed', type=int, default=0)\n"
                  "p.add_argument('--eval', action='store_true')\ntrain(p.parse_args().width)\n");
  tree.folder.put("vramlint.yaml",
                  "torch: \"2.4\"\ndevice: rtx3090\nrecipes:\n  - configs: [run.sh]\n    script: train.py\n");
  const auto status = [&](const std::string& lines) {
    tree.folder.put("run.sh", "#!/bin/bash\n" + lines);
    return tree.said("run.sh").status();
  };
  EXPECT_EQ(status("for w in 8 1048576\ndo\n    python train.py --width=$w\ndone\n"), "partial");
  EXPECT_EQ(status("python train.py --width 8\npython train.py --width 16\n"), "partial");
  EXPECT_EQ(status("for s in 1 2\ndo\n    python train.py --seed $s\ndone\n"), "estimated");
  EXPECT_EQ(status("python train.py --width 8\npython train.py --width 8\n"), "estimated");
  EXPECT_EQ(status("python train.py --seed 1\npython train.py --seed 2 --width 16\n"), "partial");
  EXPECT_EQ(status("python train.py --width 8\npython train.py --width 16 --eval\n"), "estimated");
}

}  // namespace
}  // namespace vramlint::tests
