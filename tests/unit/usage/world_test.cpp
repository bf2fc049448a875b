// What a followed program is told of its world: the command line, the environment, the GPUs, the working directory.
#include <gtest/gtest.h>

#include "project.h"

namespace vramlint::usage {
namespace {

TEST(FollowedWorld, ReadsWhatTheCommandLineSets) {
  Project project;
  project.sets = {{"train.mode", "DP"}, {"data.sizes.1", "5"}, {"train.workers", "7"}, {"train.wokers", "7"}};
  const Usage usage = project.usage(R"(
import yaml

cfg = yaml.safe_load(open("config.yaml"))
if cfg["train"]["mode"] == "DP" and cfg["data"]["sizes"] == [3, 5] and cfg["train"].get("workers") == 7:
    raise ValueError("seen: " + cfg["train"]["mode"])

import torch
torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1).step()
)",
                                    "train:\n  mode: DDP\ndata: {sizes: [3, 4]}\n");
  ASSERT_EQ(usage.stops.size(), 1u);
  EXPECT_EQ(usage.stops[0].error, "ValueError: seen: DP");
  EXPECT_EQ(usage.stops[0].span.source->path(), "--set") << "where the value is from";
  EXPECT_EQ(usage.stops[0].span.text(), "DP");
  EXPECT_EQ(unread(usage), (Names{"train.wokers"})) << "what is set and read is used";
}

TEST(FollowedWorld, SaysNothingWhereAnErrorKeepsItFromTheTraining) {
  Project project;
  const std::string fails = "import yaml\ncfg = yaml.safe_load(open('config.yaml'))\nNone.train(cfg['lr'])\n";
  const std::string trains = "import torch\ntorch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1).step()\n";
  const Usage stopped = project.usage(fails, "lr: 0.1\nseed: 3\n");
  EXPECT_TRUE(stopped.cut_short);
  EXPECT_EQ(unread(stopped), Names{});
  EXPECT_EQ(unread(project.usage(fails + trains, "lr: 0.1\nseed: 3\n")), Names{"seed"});
}

TEST(FollowedWorld, SaysNothingOfKeysThatAProgramMayReadAfterItWasStopped) {
  Project project;
  const std::string endless =
      "def work(depth):\n    width = cfg['width'] * 2\n"
      "    if depth:\n        work(depth - 1)\n        work(depth - 1)\nwork(30)\n";
  const Usage usage =
      project.usage("import yaml\ncfg = yaml.safe_load(open('config.yaml'))\n" + endless, "width: 3\nheight: 4\n");
  EXPECT_TRUE(usage.cut_short);
  EXPECT_TRUE(unread(usage).empty());
}

TEST(FollowedWorld, LeavesOtherFilesAsTheyAreWhereTheCommandLineSetsSomething) {
  Project project;
  project.sets = {{"mode", "DP"}};
  project.put("other.json", R"({"mode": "single"})");
  const Usage usage = project.usage(R"(
import json, yaml

other = json.load(open("other.json"))
cfg = yaml.safe_load(open("config.yaml"))
if other["mode"] == cfg["mode"]:
    raise ValueError("the same")
)",
                                    "mode: single\n");
  EXPECT_TRUE(usage.stops.empty());
}

TEST(FollowedWorld, KnowsTheEnvironmentThatIsStated) {
  Project project;
  project.environment = {{"USE_OLD", "1"}};
  const Usage usage = project.usage(R"(
import os
import yaml

cfg = yaml.safe_load(open("config.yaml"))
if os.environ.get("USE_OLD", "0") == "1" and os.getenv("USE_OLD") == os.environ["USE_OLD"] and "USE_OLD" in os.environ:
    print(cfg["old"] + 1)
if "USE_NEW" in os.environ:
    print(cfg["new"] + 1)
)",
                                    "old: 1\nnew: 2\nother: 3\n");
  EXPECT_EQ(unread(usage), (Names{"other"})) << "what is not stated is unset, and what it hides may be read";
  EXPECT_EQ(usage.keys[0].state, "read and used");
  EXPECT_EQ(usage.keys[1].state, "not followed");
}

TEST(FollowedWorld, TellsThatABranchOnAKeyWaitsForWhatIsNotThere) {
  const char* program = R"(
import logging
import torch
import yaml

class Runner:
    pass

def start(runner, cfg, logger):
    if cfg.get("bf16") is not None:
        try:
            if not torch.cuda.is_available():
                logger.warning("no GPU")
            else:
                if hasattr(runner, "bf16_enabled"):
                    runner.bf16_enabled = True
                else:
                    logger.warning("not known to the runner")
        except Exception as error:
            logger.warning(error)
    elif cfg.get("fp8") is not None:
        runner.start(8)
    if cfg.get("fp16") is not None:
        try:
            from torch.cuda.amp import GradScaler
            options = cfg["fp16"].copy() if isinstance(cfg["fp16"], dict) else {}
            scale = options.get("loss_scale", 512.0)
            if hasattr(runner, "fp16_enabled"):
                runner.scaler = GradScaler(init_scale=scale)
        except ImportError:
            options = cfg["fp16"].copy()
            runner.start(options)
    if cfg.get("mode") is not None:
        mode = "fast"
        if hasattr(runner, "mode"):
            runner.mode = mode
    else:
        mode = "slow"
    if cfg.get("seeded") is not None:
        torch.manual_seed(0)
        if hasattr(runner, "seeded"):
            runner.seeded = True
    return mode

print(start(Runner(), yaml.safe_load(open("config.yaml")), logging.getLogger()))
)";
  Project project;
  const Usage usage = project.usage(program, "bf16: {}\nfp16: {loss_scale: 4.0}\nmode: fast\nseeded: 1\n");
  EXPECT_EQ(ineffective(usage), (Names{"bf16", "fp16"}));
  ASSERT_FALSE(usage.ineffective.empty());
  EXPECT_EQ(
      usage.ineffective[0].message,
      "`bf16` has no effect: what it turns on is done only if the object has `bf16_enabled`, and `Runner` has none");
  EXPECT_EQ(usage.ineffective[0].related[0].span.text(), "hasattr(runner, \"bf16_enabled\")");
}

std::vector<std::string> paths(const Usage& usage) {
  std::vector<std::string> found;
  for (const RelativePath& one : usage.relative_paths)
    found.push_back(std::string(one.span.text()) + ": " + one.outcome.text());
  return found;
}

TEST(FollowedWorld, NotesAConfigThatIsFoundFromOneDirectoryOnly) {
  const auto said = [](const char* program, const std::optional<std::vector<std::string>>& arguments = {}) {
    Project project;
    project.arguments = arguments;
    return paths(project.usage(program, "a: 1\n"));
  };
  EXPECT_EQ(said("import yaml\nprint(yaml.safe_load(open('config.yaml'))['a'] + 1)\n"),
            Names{"'config.yaml': and the program ends with FileNotFoundError"});
  EXPECT_EQ(said("import yaml\nfrom pathlib import Path\nPATH = './config.yaml'\n"
                 "print(yaml.safe_load(Path(PATH).open())['a'] + 1)\n"),
            Names{})
      << "pathlib drops the dot: what is opened stands nowhere";
  EXPECT_EQ(said(R"(
import yaml

def load(path="config.yaml"):
    try:
        with open(path) as file:
            return yaml.safe_load(file)
    except (OSError, ValueError):
        return

print(load()["a"] + 1)
)"),
            Names{"\"config.yaml\": the error is caught, and `None` takes the place of the config: any key read from "
                  "it then raises TypeError"});
  const char* asks = R"(
import argparse, os, sys, yaml

parser = argparse.ArgumentParser()
parser.add_argument("--config", default="config.yaml")
path = parser.parse_args().config
print(yaml.safe_load(open(path))["a"] + 1)
)";
  EXPECT_EQ(said(asks), Names{}) << "the command line says it";
  EXPECT_EQ(said(asks, Names{"--config", "{config}"}), Names{});
  EXPECT_EQ(said("import sys, yaml\nfrom pathlib import Path\npath, literal = Path(sys.argv[1]), 'config.yaml'\n"
                 "print(yaml.safe_load(open(path))['a'] + len(yaml.safe_load(open(str(path)))))\n",
                 Names{"{config}"}),
            Names{});
  EXPECT_EQ(
      said("import sys, yaml\nprint(yaml.safe_load(open(sys.argv[1]))['a'] + 1, 'config.yaml')\n", Names{"{config}"}),
      Names{});
  EXPECT_EQ(said("import sys, yaml\npath = sys.argv[1] if len(sys.argv) > 1 else 'config.yaml'\n"
                 "print(yaml.safe_load(open(path))['a'] + 1)\n"),
            Names{})
      << "a fallback";
  EXPECT_EQ(said("import os, yaml\nbeside = os.path.dirname(__file__)\n"
                 "print(yaml.safe_load(open(os.path.join(beside, 'config.yaml')))['a'] + 1)\n"),
            Names{});
  EXPECT_EQ(said("import os, yaml\nos.chdir(os.path.dirname(os.path.abspath(__file__)))\n"
                 "print(yaml.safe_load(open('config.yaml'))['a'] + 1)\n"),
            Names{});
}

/// A module with one parameter that is put on `device`, and on the GPUs of a list.
constexpr const char* kParallel = R"(
import torch, yaml
from torch import nn

cfg = yaml.safe_load(open("config.yaml"))
model = nn.Linear(2, 2).to(cfg["device"])
model = nn.DataParallel(model, device_ids=cfg["device_ids"])
moved = cfg.get("then")
if moved is not None:
    model.cuda(moved)
model.train()
)";

std::string stopped(Project& project, const char* program, const std::string& config) {
  std::string text;
  for (const Stop& stop : project.usage(program, config).stops) text += stop.key + ": " + stop.error + "\n";
  return text;
}

// torch/nn/parallel/data_parallel.py, forward, 2.4.
TEST(FollowedWorld, FindsAModelThatIsNotOnTheFirstOfItsDevices) {
  Project project;
  const auto said = [&](const std::string& config) { return stopped(project, kParallel, config); };
  const std::string message =
      "device_ids: RuntimeError: module must have its parameters and buffers on device cuda:2 (device_ids[0]) but "
      "found "
      "one of them on device: cuda:0\n";
  EXPECT_EQ(said("device: cuda\ndevice_ids: [2, 3, 4]\n"), message);
  EXPECT_EQ(said("device: cuda:2\ndevice_ids: [2, 3, 4]\n"), "");
  EXPECT_EQ(said("device: 2\ndevice_ids: [2, 3, 4]\n"), "");
  EXPECT_EQ(said("device: cuda\ndevice_ids: [0, 1]\n"), "");
  EXPECT_EQ(said("device: cuda\ndevice_ids: [2]\n"), "") << "a single one is where the module is moved to";
  EXPECT_EQ(said("device: cuda\ndevice_ids: [2, 3, 4]\nthen: 2\n"), "") << "moved after it was wrapped";
  EXPECT_NE(said("device: cpu\ndevice_ids: [0, 1]\n").find("found one of them on device: cpu"), std::string::npos);
}

TEST(FollowedWorld, LeavesWhatIsSaidToALibraryAndWhatHoldsNothing) {
  Project project;
  const Usage usage = project.usage(R"(
import torch, yaml

class Holder:
    pass

cfg = yaml.safe_load(open("config.yaml"))
torch.backends.cudnn.benchmark = cfg["benchmark"]
holder = Holder()
holder.kept = cfg["kept"]
model = torch.nn.Linear(4, 4, **cfg["options"])
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = model(torch.zeros(2, 4)).sum()
loss.backward()
optimizer.step()
)",
                                    "benchmark: true\nkept: 3\noptions: {}\n");
  EXPECT_EQ(ineffective(usage), (Names{"kept"}));
}

TEST(FollowedWorld, FindsDevicesThatTheMachineDoesNotHave) {
  Project project;
  const auto said = [&](const std::string& config) { return stopped(project, kParallel, config); };
  EXPECT_EQ(said("device: cuda:5\ndevice_ids: [5, 0]\n"), "") << "nothing says how many there are";
  project.gpus = 4;
  EXPECT_EQ(said("device: cuda:3\ndevice_ids: [3, 0, 1, 2]\n"), "");
  EXPECT_EQ(said("device: cuda:0\ndevice_ids: [0, 1, 2, 3, 4]\n"),
            "device_ids: AssertionError: Invalid device id: there is no cuda:4 among 4 GPUs\n");
  EXPECT_EQ(said("device: cuda:5\ndevice_ids: [0]\n"),
            "device: RuntimeError: CUDA error: invalid device ordinal: there is no cuda:5 among 4 GPUs\n");
  const char* asks = R"(
import torch, yaml

cfg = yaml.safe_load(open("config.yaml"))
torch.cuda.set_device(cfg["first"])
for index in cfg["device_ids"]:
    if index >= torch.cuda.device_count():
        raise ValueError(f"no GPU {index}")
print(torch.cuda.current_device())
)";
  EXPECT_EQ(stopped(project, asks, "first: 3\ndevice_ids: [0, 1]\n"), "");
  EXPECT_EQ(stopped(project, asks, "first: 3\ndevice_ids: [0, 7]\n"), "device_ids: ValueError: no GPU 7\n");
  EXPECT_EQ(stopped(project, asks, "first: 4\ndevice_ids: [0]\n"),
            "first: RuntimeError: CUDA error: invalid device ordinal: there is no cuda:4 among 4 GPUs\n");
}

}  // namespace
}  // namespace vramlint::usage
