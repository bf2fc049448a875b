// Programs whose settings stand in themselves: findings are at them, and fixes and plans move them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "program.h"
#include "source_tree.h"
#include "transformers_stand_in.h"

namespace vramlint::tests {
namespace {

using Json = nlohmann::json;

const char* const kOptions = R"(class TrainingArguments:
    def __init__(self, output_dir, per_device_train_batch_size=8, gradient_checkpointing=False, bf16=False):
        self.per_device_train_batch_size = per_device_train_batch_size
        self.gradient_checkpointing = gradient_checkpointing
        self.bf16 = bf16
)";

const char* const kProgram = R"(import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
from torch.utils.data import DataLoader, Dataset

from options import TrainingArguments

LENGTH = 256


class Texts(Dataset):
    def __len__(self):
        return 4096

    def __getitem__(self, index):
        return torch.zeros(LENGTH, dtype=torch.int64)


class Net(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.words = nn.Embedding(100, width)
        self.blocks = nn.ModuleList([nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)) for _ in range(depth)])
        self.saves = False

    def forward(self, x):
        x = self.words(x)
        for block in self.blocks:
            x = x + (checkpoint(block, x, use_reentrant=False) if self.saves else block(x))
        return x


args = TrainingArguments(
    output_dir="out",
    per_device_train_batch_size=64,
    gradient_checkpointing=False,
    bf16=False,
)
net = Net(width=256, depth=12).cuda()
net.saves = args.gradient_checkpointing
opt = torch.optim.AdamW(net.parameters(), lr=1e-4)
for tokens in DataLoader(Texts(), batch_size=args.per_device_train_batch_size):
    with torch.autocast("cuda", dtype=torch.bfloat16, enabled=args.bf16):
        loss = net(tokens.cuda()).float().mean()
    loss.backward()
    opt.step()
    opt.zero_grad()
)";

class OwnSettings : public testing::Test {
 protected:
  OwnSettings()
      : folder_({{"options.py", kOptions},
                 {"train.py", kProgram},
                 {"vramlint.yaml", "recipes:\n  - {name: own, configs: [train.py], script: train.py}\n"}}) {}

  Json run(std::vector<std::string> arguments) const {
    for (const char* word : {"--root", ".", "--format", "json"}) arguments.emplace_back(word);
    const ProgramRun run = run_program(folder_.path(), arguments);
    const Json json = Json::parse(run.output, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << run.output << run.errors;
    return json;
  }

  static int line_of(const std::string& text) {
    const std::string program = kProgram;
    return 1 +
           static_cast<int>(std::count(program.begin(), program.begin() + static_cast<long>(program.find(text)), '\n'));
  }

  const ScratchFolder folder_;
};

TEST_F(OwnSettings, FindingsStandAtThem) {
  const Json outcome = run({"check", "train.py", "--memory", "2GiB", "--fail-on", "never"});
  ASSERT_EQ(outcome.at("configs").at(0).at("status"), "estimated");
  std::map<std::string, Json> found;
  for (const Json& finding : outcome.at("findings")) found[finding.at("rule")] = finding;
  const Json& off = found["checkpointing-off-where-it-pays"];
  ASSERT_FALSE(off.is_null()) << outcome.at("findings");
  EXPECT_EQ(off.at("file"), "train.py");
  EXPECT_EQ(off.at("range").at("start").at("line"), line_of("gradient_checkpointing=False,"));
  EXPECT_NE(off.at("message").get<std::string>().find("`TrainingArguments.gradient_checkpointing`"), std::string::npos);
  const Json& capacity = found["peak-memory-exceeds-device"];
  ASSERT_FALSE(capacity.is_null()) << outcome.at("findings");
  const std::string message = capacity.at("message");
  // LENGTH, halved, saves as much as the batch, which comes first then.
  for (const char* key : {"TrainingArguments.gradient_checkpointing", "per_device_train_batch_size"})
    EXPECT_NE(message.find(key), std::string::npos) << message;
}

TEST_F(OwnSettings, PlansMoveThem) {
  const Json config = run({"fit", "train.py", "--memory", "2GiB"}).at("configs").at(0);
  std::map<std::string, Json> settings;
  for (const Json& setting : config.at("settings")) settings[setting.at("key")] = setting;
  for (const auto& [key, to] :
       std::vector<std::pair<std::string, std::string>>{{"TrainingArguments.per_device_train_batch_size", "32"},
                                                        {"TrainingArguments.gradient_checkpointing", "True"},
                                                        {"LENGTH", "128"},
                                                        {"Net.depth", "6"}}) {
    ASSERT_TRUE(settings.contains(key)) << key << config;
    EXPECT_EQ(settings[key].at("to"), to);
  }
  ASSERT_FALSE(config.at("plans").empty());
  run({"fit", "train.py", "--memory", "2GiB", "--apply", "1"});
  const Json after = run({"check", "train.py", "--memory", "2GiB", "--fail-on", "never"}).at("configs").at(0);
  EXPECT_EQ(after.at("fits"), true);
  EXPECT_EQ(after.at("peak").at("process"), config.at("plans").at(0).at("peak").at("process"));
}

// Of several calls that make the same, each has keys of its own; an option's default has the option's name.
TEST_F(OwnSettings, EachCallHasItsOwn) {
  std::string program = kProgram;
  program.replace(program.find("net = Net(width=256, depth=12).cuda()"), 37,
                  "import argparse\nparser = argparse.ArgumentParser()\n"
                  "parser.add_argument(\"--more-blocks\", type=int, default=4)\n"
                  "small = Net(width=8, depth=2)\n"
                  "net = Net(width=256, depth=2 + parser.parse_args().more_blocks).cuda()");
  folder_.put("train.py", program);
  std::vector<std::string> keys;
  const Json outcome = run({"fit", "train.py", "--memory", "1200MiB"});
  for (const Json& setting : outcome.at("configs").at(0).at("settings")) keys.push_back(setting.at("key"));
  const int line = 1 + static_cast<int>(std::count(
                           program.begin(), program.begin() + static_cast<long>(program.find("net = Net")), '\n'));
  for (const std::string& key : {std::string("more_blocks"), "Net@" + std::to_string(line) + ".width"})
    EXPECT_NE(std::find(keys.begin(), keys.end(), key), keys.end()) << key << " " << Json(keys);
}

// Batches in groups, of a data set of unknown length: the last group is not what counts.
TEST_F(OwnSettings, AnUnknownNumberOfSamplesIsEnough) {
  std::string program = kProgram;
  program.replace(program.find("        return 4096"), 19, "        return len(open(\"texts.txt\").read())");
  program.replace(program.find("for tokens in"), std::string::npos,
                  R"(loader = DataLoader(Texts(), batch_size=args.per_device_train_batch_size)
batches = iter(loader)
updates = (len(loader) + 3) // 4
for update in range(updates):
    last = len(loader) % 4
    if last == 0:
        last = 4
    count = 4 if update != updates - 1 else last
    group = []
    for _ in range(count):
        group.append(next(batches))
    for tokens in group:
        (net(tokens.cuda()).mean() / count).backward()
    opt.step()
    opt.zero_grad()
)");
  folder_.put("train.py", program);
  const Json config = run({"check", "train.py", "--fail-on", "never"}).at("configs").at(0);
  EXPECT_EQ(config.at("status"), "estimated") << config.at("unknowns");
}

// ---------------------------------------------------------------- checkpoints and texts of a package that is read

const char* const kWords =
    "        self.words = nn.Embedding(100, config.width)\n"
    "        self.blocks = nn.ModuleList([nn.Linear(config.width, config.width) for _ in range(config.depth)])\n";

const char* const kTunes = R"(import torch
from torch.utils.data import DataLoader, Dataset
from transformers.modeling_utils import PreTrainedModel
from transformers.tokenization_utils_base import PreTrainedTokenizerBase


class Lines(Dataset):
    def __init__(self, path, tokenizer):
        self.lines, self.tokenizer = open(path).read().split("\n"), tokenizer

    def __len__(self):
        return len(self.lines)

    def __getitem__(self, index):
        return self.tokenizer(self.lines[index], truncation=True, padding="max_length", max_length=128, return_tensors="pt")["input_ids"][0]


model = PreTrainedModel.from_pretrained("base", low_cpu_mem_usage=True).cuda().train()
opt = torch.optim.AdamW(model.parameters(), lr=1e-4)
for tokens in DataLoader(Lines("lines.txt", PreTrainedTokenizerBase.from_pretrained("base")), batch_size=32):
    x = model.words(tokens.cuda())
    for block in model.blocks:
        x = block(x)
    x.float().mean().backward()
    opt.step()
    opt.zero_grad()
)";

const char* const kOfTheCommandLine = R"(import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Pictures(Dataset):
    def __init__(self, size):
        self.size = size

    def __len__(self):
        return 1000

    def __getitem__(self, index):
        return torch.zeros(3, self.size, self.size)


parser = argparse.ArgumentParser()
parser.add_argument("--batch-size", type=int, default=4)
parser.add_argument("--size", type=int, default=128)
args = parser.parse_args()
net = nn.Sequential(nn.Conv2d(3, 32, 3, padding=1), nn.ReLU(), nn.Conv2d(32, 3, 3, padding=1)).cuda()
optimizer = torch.optim.Adam(net.parameters())
for x in DataLoader(Pictures(args.size), batch_size=args.batch_size):
    loss = net(x.cuda()).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
)";

/// What the recipe starts it with stands in the recipe, whatever the defaults in the program are.
TEST(OwnOptions, WordsOfTheCommandLineAreSettings) {
  for (const std::string args :
       {"[--batch-size, \"96\", --size=256]", "--batch-size 96 --size 256", "[--batch-size=96, --size, '256']"}) {
    const std::string recipe = "recipes:\n  - {name: t, configs: [train.py], script: {path: train.py, args: " +
                               (args[0] == '[' ? args : "\"" + args + "\"") + "}}\n";
    const ScratchFolder folder({{"vramlint.yaml", recipe}, {"train.py", kOfTheCommandLine}});
    const ProgramRun run = run_program(
        folder.path(), {"fit", "train.py", "--root", ".", "--memory", "2GiB", "--format", "json", "--keep", "size"});
    const Json found = Json::parse(run.output).at("configs").at(0);
    ASSERT_FALSE(found.at("plans").empty()) << args << found;
    const Json& change = found.at("plans").at(0).at("changes").at(0);
    EXPECT_EQ(change.at("key"), "batch_size");
    EXPECT_EQ(change.at("from"), "96");
    EXPECT_EQ(change.at("place").at("file"), "vramlint.yaml");
    run_program(folder.path(),
                {"fit", "train.py", "--root", ".", "--memory", "2GiB", "--apply", "1", "--keep", "size"});
    std::string expected = recipe;
    expected.replace(expected.find("96"), 2, change.at("to").get<std::string>());
    EXPECT_EQ(read_text(folder.path() / "vramlint.yaml"), expected);
    const ProgramRun after = run_program(folder.path(), {"check", "train.py", "--root", ".", "--memory", "2GiB"});
    EXPECT_EQ(after.exit_code, 0) << after.output;
  }
}

// 100 * 32 words and 3 * (32 * 32 + 32): 6,368 parameters, of two bytes as the config says; 32 * 128 tokens of 8 bytes.
TEST(Amended, ACheckpointIsMadeOfItsConfig) {
  const ScratchFolder folder({{"tune.py", kTunes},
                              {"base/config.json", "{\"width\": 32, \"depth\": 3, \"dtype\": \"bfloat16\"}\n"},
                              {"vramlint.yaml", "recipes:\n  - {name: tune, configs: [tune.py], script: tune.py}\n"},
                              {"site/transformers/__init__.py", "__version__ = \"5.0.0\"\n"},
                              {"site/transformers/modeling_utils.py", modeling_utils(kWords)},
                              {"site/transformers/tokenization_utils_base.py",
                               "class PreTrainedTokenizerBase:\n    @classmethod\n    def from_pretrained(cls, name):\n"
                               "        raise OSError(name)\n"}});
  const ProgramRun run = run_program(folder.path(), {"check", "tune.py", "--root", ".", "--site-packages", "site",
                                                     "--format", "json", "--fail-on", "never"});
  const Json outcome = Json::parse(run.output);
  const Json& config = outcome.at("configs").at(0);
  ASSERT_EQ(config.at("status"), "estimated") << run.output;
  EXPECT_EQ(config.at("parameters").at("total"), 6'368);
  EXPECT_EQ(config.at("parameters").at("bytes"), 2 * 6'368);
  EXPECT_EQ(config.at("breakdown").at("input"), 32 * 128 * 8);
}

// 4 x 64 x 256 x 256 x 4 = 64 MiB for each of twelve layers; an option does not take what is not among its choices.
TEST(OptionChoices, AnOptionIsMovedToWhatItTakes) {
  const auto message_with = [](const std::string& choices) {
    const ScratchFolder folder;
    folder.put("vramlint.yaml", "recipes:\n  - {configs: [train.py], script: train.py}\n");
    folder.put(
        "train.py",
        "import argparse\nimport torch\nfrom torch import nn\n\np = argparse.ArgumentParser()\n"
        "p.add_argument('--image-size', type=int, choices=" +
            choices +
            ", default=256)\nargs = p.parse_args()\n"
            "net = nn.Sequential(*[nn.Conv2d(3 if i == 0 else 64, 64, 3, padding=1) for i in range(12)]).cuda()\n"
            "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(100):\n"
            "    x = torch.randn(4, 3, args.image_size, args.image_size, device='cuda')\n"
            "    loss = net(x).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
    const ProgramRun run =
        run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "--memory", "1GiB", "train.py"});
    const Json report = Json::parse(run.output);
    for (const Json& finding : report["findings"])
      if (finding["rule"] == "peak-memory-exceeds-device") return finding.value("message", "");
    return std::string("nothing");
  };
  EXPECT_NE(message_with("[64, 128, 256]").find("`image_size` (256 → 128 saves"), std::string::npos);
  EXPECT_NE(message_with("[96, 256]").find("`image_size` (256 → 96 saves"), std::string::npos);
  const std::string message = message_with("[256, 512]");
  EXPECT_NE(message.find("Training needs"), std::string::npos) << message;
  EXPECT_EQ(message.find("`image_size` ("), std::string::npos) << message;
}

}  // namespace
}  // namespace vramlint::tests
