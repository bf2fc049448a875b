#include <gtest/gtest.h>

#include "project.h"

namespace vramlint::usage {
namespace {

TEST(Usage, FollowsDottedGettersAndCopies) {
  Project project;
  const Usage usage = project.usage(R"(
import copy, yaml

class Settings:
    def __init__(self, path):
        with open(path) as file:
            self.values = copy.deepcopy(yaml.safe_load(file))

    def get(self, dotted, default=None):
        value = self.values
        for part in dotted.split("."):
            value = value.get(part, default)
        return value

settings = Settings("config.yaml")
print(settings.get("data.batch") * 2)
)",
                                    "data:\n  batch: 2\n  split: 0.8\nother:\n  a: 1\n  b: 2\n");
  EXPECT_EQ(unread(usage), (Names{"data.split", "other"}));
}

// What goes on behind an error and never trains has not been followed far enough.
const std::string kTrains = "\nimport torch\ntorch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1).step()\n";

TEST(Usage, GoesOnWhereTheProgramCannotBeFollowed) {
  Project project;
  const Usage usage = project.usage(R"(
import yaml, nowhere

cfg = yaml.safe_load(open("config.yaml"))
samples = nowhere.Samples(cfg["folder"])
if len(samples) == 0:
    raise ValueError("no samples")
rate = {}["missing"]
for epoch in range(cfg["epochs"]):
    for sample in samples:
        nowhere.step(sample, cfg["lr"])
)" + kTrains,
                                    "folder: a\nepochs: 100\nlr: 0.1\nseed: 3\n");
  EXPECT_EQ(unread(usage), (Names{"seed"}));
}

TEST(Usage, LooksOnceIntoWhatManyHold) {
  Project project;
  const std::string rows = R"(
import yaml, nowhere

cfg = yaml.safe_load(open("config.yaml"))
row = [0] * 1000000 + [cfg["lr"]]
rows = [row] * 1000000
rows.append(rows)
)";
  EXPECT_EQ(unread(project.usage(rows + "nowhere.look(rows)\n", "lr: 1\nseed: 3\n")), Names{"seed"});
  const Usage usage = project.usage(rows + "while True:\n    nowhere.look(rows)\n", "lr: 1\nseed: 3\n");
  EXPECT_TRUE(usage.cut_short) << "each look counts";
}

TEST(Usage, IsSilentAboutWhatGoesWhereItCannotBeSeen) {
  Project project;
  const Usage usage = project.usage(R"(
import yaml, nowhere

cfg = yaml.safe_load(open("config.yaml"))
nowhere.train(cfg["model"])
print(cfg)
)",
                                    "model:\n  width: 3\n  depth: 4\nshown: 1\n");
  EXPECT_EQ(unread(usage), (Names{"shown"})) << "printing is no use";
}

TEST(Usage, TakesEveryArmOfWhatTheCommandLineDecides) {
  const char* program = R"(
import argparse, yaml

parser = argparse.ArgumentParser()
parser.add_argument("--config", default="elsewhere.yaml")
parser.add_argument("--mode", choices=["first", "second"], required=True)
args = parser.parse_args()
cfg = yaml.safe_load(open(args.config))
if args.mode == "first":
    print(cfg["first"] + 1)
elif args.mode == "second":
    print(cfg["second"] + 1)
)";
  const char* config = "first: 1\nsecond: 2\nthird: 3\n";
  EXPECT_EQ(unread(Project().usage(program, config)), (Names{"third"}));
  Project called;
  called.arguments = {"--mode", "first"};
  EXPECT_EQ(unread(called.usage(program, config)), (Names{"third"})) << "the other arm mentions `second`";
}

TEST(Usage, FindsSettingsThatChangeNothing) {
  Project project;
  const Usage usage = project.usage(R"(
import yaml, nowhere

class Model:
    def __init__(self, width, checkpoint):
        self.width = width
        self.checkpoint = checkpoint

    def build(self):
        return nowhere.layers(self.width)

def train(cfg):
    model = Model(cfg["width"], cfg["checkpoint"])
    if cfg.get("fast"):
        print("fast attention is on")
        if hasattr(model, "fast_attention"):
            model.fast_attention()
    model.build()
    if cfg.get("half") is not None:
        nowhere.half()

train(yaml.safe_load(open("config.yaml")))
)",
                                    "width: 4\ncheckpoint: true\nfast: true\nhalf: {}\n");
  EXPECT_EQ(unread(usage), Names{});
  EXPECT_EQ(ineffective(usage), (Names{"checkpoint", "fast", "half"}));
}

TEST(Usage, KeepsSilentWhereCodeThatWasNotFollowedMayUseTheValue) {
  Project project;
  const Usage usage = project.usage(R"(
import yaml, nowhere

class Samples(nowhere.Dataset):
    def __init__(self, flip):
        self.flip = flip

    def __getitem__(self, index):
        return nowhere.load(index, flip=self.flip)

cfg = yaml.safe_load(open("config.yaml"))
nowhere.loader(Samples(cfg["flip"]))
)",
                                    "flip: true\n");
  EXPECT_EQ(ineffective(usage), Names{});
}

TEST(Usage, AnAttributeOfAnUnrelatedClassIsNotTheSame) {
  Project project;
  const Usage usage = project.usage(R"(
import yaml

class Memory:
    def __init__(self, values):
        self.use_checkpoint = values["use_checkpoint"]
        self.amp = values["amp"]

class Block:
    def __init__(self):
        self.use_checkpoint = True

    def forward(self, x):
        return again(x) if self.use_checkpoint else x

class Scaler(Memory):
    def scale(self, loss):
        return loss * self.amp

def train(values):
    memory, block = Memory(values), Block()
    for batch in loader():
        block.forward(batch)
        Scaler(values).scale(batch)

if __name__ == "__main__":
    train(yaml.safe_load(open("config.yaml")))
)" + kTrains,
                                    "use_checkpoint: true\namp: true\n");
  EXPECT_EQ(ineffective(usage), (Names{"use_checkpoint"}));
}

TEST(Usage, ASectionThatIsOnlyAskedForEntriesIsNotHeld) {
  Project project;
  const Usage usage = project.usage(R"(
import yaml

def build(**options):
    return options["channels"] * options["width"]

def preset():
    return {"channels": 4, "width": 8}

def unused_preset():
    return {"channels": 4, "width": 16}

def merged(made, values):
    section = values.get("model") or {}
    for name in ("loss", "width"):
        if name in section:
            made[name] = section[name]
    return made

if __name__ == "__main__":
    values = yaml.safe_load(open("config.yaml"))
    build(**merged(preset() if values["small"] else unused_preset(), values))
)",
                                    "small: true\nmodel:\n  width: 4\n  channels: 4\n");
  EXPECT_EQ(unread(usage), (Names{"model.channels"}));
}

TEST(Usage, OnlyWhatMayAskAPlainDictCountsAsAsking) {
  Project project;
  const std::string begin = R"(
import torch, yaml

class Loader:
    def __init__(self, path):
        with open(path) as file:
            self.values = yaml.safe_load(file)

    def model(self):
        return self.values["model"]
)";
  const std::string end = R"(
def evaluate(batch, unused):
    report = {"augment": True, "scale": batch.device}
    return report, torch.device("cuda", 0), batch.to("half")

model = Loader("config.yaml").model()
print(model["width"] * 2)
if torch.rand(1).item() > 0.5:
    print(evaluate(torch.rand(1), None))
)";
  const std::string config = "model:\n  width: 2\n  cuda: 1\n  device: 0\n  half: 1\n  augment: 1\n";
  EXPECT_EQ(unread(project.usage(begin + end, config)),
            (Names{"model.cuda", "model.device", "model.half", "model.augment"}));
  const std::string asked = "\n    def precision(self):\n        return self.values['model']['half']\n";
  EXPECT_EQ(unread(project.usage(begin + asked + end, config)),
            (Names{"model.cuda", "model.device", "model.half", "model.augment"}))
      << "nobody calls it";
  EXPECT_EQ(unread(project.usage(begin + asked + end + "\ndef other(x):\n    return x.precision()\n\nprint(other)\n",
                                 config)),
            (Names{"model.cuda", "model.device", "model.augment"}))
      << "somebody may";
}

TEST(Usage, AKeyOfAnArmThatIsNotTakenIsNotMissed) {
  Project project;
  const Usage usage = project.usage(R"(
import yaml

def resolved(value):
    return {key: resolved(inner) for key, inner in value.items()} if isinstance(value, dict) else value

with open("config.yaml") as file:
    section = resolved(yaml.safe_load(file))["model"]
print(section["width"] * 2)
if section.get("ema", False):
    print(section.get("decay", 0.9) * 2)
)",
                                    "model:\n  width: 2\n  ema: false\n  decay: 0.5\n  depth: 3\n");
  EXPECT_EQ(unread(usage), (Names{"model.depth"}));
}

TEST(Usage, TellsWhereTheProgramRaises) {
  Project project;
  const Usage usage = project.usage(R"(
import torch, yaml

def loader(workers):
    return torch.utils.data.DataLoader(open("images.bin"), 4, num_workers=workers, persistent_workers=True)

if __name__ == "__main__":
    values = yaml.safe_load(open("config.yaml"))
    if values["distribute"]:
        network = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(4, 4))
    try:
        check(values["kind"] + 1)
    except TypeError:
        pass
    batches = loader(values["workers"])
    for batch in batches:
        values["kind"] / 2
)",
                                    "distribute: true\nkind: large\nworkers: 0\n");
  ASSERT_EQ(usage.stops.size(), 2u);
  EXPECT_EQ(usage.stops[0].key, "distribute");
  EXPECT_EQ(usage.stops[0].error,
            "ValueError: Default process group has not been initialized, please make sure to call init_process_group.");
  EXPECT_EQ(usage.stops[1].key, "workers");
  EXPECT_EQ(usage.stops[1].error, "ValueError: persistent_workers option needs num_workers > 0");
}

TEST(Usage, AGroupThatIsStartedElsewhereIsNotMissed) {
  Project project;
  const Usage usage = project.usage(R"(
import torch, yaml

def start():
    torch.distributed.init_process_group("nccl")

if __name__ == "__main__":
    values = yaml.safe_load(open("config.yaml"))
    if machine():
        start()
    if values["distribute"]:
        network = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(4, 4))
)",
                                    "distribute: true\n");
  EXPECT_TRUE(usage.stops.empty());
}

TEST(Usage, ASlipInAChoiceThatFallsThrough) {
  const char* const program = R"(
import yaml

def make(kind):
    kind = kind.strip()
    if kind == "very_lightweight":
        return 8
    if kind in ("lightweight", "resnet34"):
        return 16
    return 128

if __name__ == "__main__":
    print(make(yaml.safe_load(open("config.yaml"))["kind"]))
)";
  const auto meant = [&](const std::string& kind) {
    Project project;
    const Usage usage = project.usage(program, "kind: " + kind + "\n");
    return usage.misspelt.empty() ? std::string() : usage.misspelt[0].meant;
  };
  EXPECT_EQ(meant("very_light"), "very_lightweight");
  EXPECT_EQ(meant("Very-Lightweight"), "very_lightweight");
  EXPECT_EQ(meant("lihgtweight"), "lightweight");
  EXPECT_EQ(meant("lightweight"), "");
  EXPECT_EQ(meant("resnet50"), "");
  EXPECT_EQ(meant("standard"), "");
}

TEST(Usage, AnEntryThatIsSoughtInVainInAConditionOfSeveralPartsHasNoEffect) {
  Project project;
  const Usage usage = project.usage(R"(
import logging, yaml

class Loader:
    def load(self, path):
        return {k: self.plain(v) for k, v in yaml.safe_load(open(path)).items()}

    def plain(self, value):
        if isinstance(value, list):
            return [self.plain(item) for item in value]
        return value

    def defaults(self):
        return {"attention_at": [32], "wanted": True}

def build(size, wanted, attention_at):
    layers = []
    for _ in range(3):
        if wanted and size in attention_at:
            layers.append(size)
        size //= 2
    logging.info(f"{wanted} {attention_at}")

if __name__ == "__main__":
    values = Loader().load("config.yaml")
    build(values["size"], values["wanted"], values["attention_at"])
)",
                                    "size: 128\nwanted: true\nattention_at: [16, 8]\n");
  EXPECT_EQ(ineffective(usage), (Names{"attention_at"}));
  EXPECT_TRUE(unread(usage).empty());
}

TEST(Usage, ANameThatATableLacksStopsTheProgram) {
  Project project;
  const Usage usage = project.usage(R"(
import yaml

OPTIMIZERS = {"adam": 1, "sgd": 2}

if __name__ == "__main__":
    values = yaml.safe_load(open("config.yaml"))
    print(OPTIMIZERS[values["optimizer"].lower()])
)",
                                    "optimizer: adamm\n");
  ASSERT_EQ(usage.stops.size(), 1u);
  EXPECT_EQ(usage.stops[0].key, "optimizer");
  EXPECT_EQ(usage.stops[0].error, "KeyError: 'adamm'");
}

}  // namespace
}  // namespace vramlint::usage
