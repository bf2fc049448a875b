#include "usage/usage.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "config/plain_yaml.h"

namespace vramlint::usage {
namespace {

/// A project of files that exist only in memory: one config, and a program that trains with it.
class Project {
 public:
  void put(const std::string& path, std::string text) { files_.put(path, std::move(text)); }

  Usage usage(const std::string& program, const std::string& config) {
    put("train.py", program);
    put("config.yaml", config);
    Findings findings;
    const Source& source = *files_.read("config.yaml").source;
    config_ = config::load_plain_yaml(source, findings);
    config::Experiment experiment;
    experiment.programs = {{.path = "train.py", .arguments = arguments, .span = {}}};
    experiment.import_paths = {files_.root()};
    experiment.working_directory = files_.root();
    Context context{files_, parsed_, programs_, "2.4"};
    return usage_of(*config_, experiment, context);
  }

  std::optional<std::vector<std::string>> arguments;

 private:
  DiskFiles disk_{std::filesystem::temp_directory_path()};
  OverlayFiles files_{disk_};
  interp::ParsedModules parsed_;
  Programs programs_;
  std::optional<config::Config> config_;
};

std::vector<std::string> unread(const Usage& usage) {
  std::vector<std::string> keys;
  for (const Unread& one : usage.unread) keys.push_back(one.key);
  return keys;
}

std::vector<std::string> ineffective(const Usage& usage) {
  std::vector<std::string> keys;
  for (const Ineffective& one : usage.ineffective) keys.push_back(one.key);
  return keys;
}

using Names = std::vector<std::string>;

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
)",
                                    "folder: a\nepochs: 100\nlr: 0.1\nseed: 3\n");
  EXPECT_EQ(unread(usage), (Names{"seed"}));
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

}  // namespace
}  // namespace vramlint::usage
