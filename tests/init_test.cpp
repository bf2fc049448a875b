// `vramlint init` on the example projects: with the shape filled in, its proposal leads to the estimates of the
// project's own vramlint.yaml.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "program.h"
#include "source_tree.h"

namespace vramlint::tests {
namespace {

using Json = nlohmann::json;

/// The example's files but for its project file.
void copy_example(const std::string& name, const ScratchFolder& folder) {
  const std::filesystem::path from = root() / "tests/examples" / name;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(from)) {
    const std::string path = std::filesystem::relative(entry.path(), from).generic_string();
    if (entry.is_regular_file() && path != "vramlint.yaml") folder.put(path, read_text(entry.path()));
  }
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// What the estimates say, by config.
std::map<std::string, Json> estimates(const std::filesystem::path& folder, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"check", "--root",   ".",       "--format", "json", "--fail-on",
                                        "never", "--device", "rtx3090", "--torch",  "2.4"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ProgramRun run = run_program(folder, arguments);
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  std::map<std::string, Json> found;
  const Json outcome = Json::parse(run.output);
  for (const Json& config : outcome.at("configs")) {
    EXPECT_EQ(config.at("status"), "estimated") << config.at("path");
    found[config.at("path")] = {config.at("parameters"), config.at("saved_for_backward"), config.at("peak"),
                                config.at("breakdown")};
  }
  return found;
}

TEST(Init, LeadsToTheEstimatesOfTheProjectsOwnFile) {
  const ScratchFolder folder;
  copy_example("soil_moisture", folder);
  const ProgramRun proposed = run_program(folder.path(), {"init", "train.py", "--root", "."});
  ASSERT_EQ(proposed.exit_code, 0) << proposed.errors;
  EXPECT_NE(proposed.errors.find("input shape"), std::string::npos);
  const std::string shape = "cfg.input_days, len(cfg.use_channels), 251, 401";
  folder.put("vramlint.yaml", replaced(proposed.output, ", TODO]", ", " + shape + "]"));
  const auto own = estimates(root() / "tests/examples/soil_moisture", {"config"});
  EXPECT_GE(own.size(), 2U);
  EXPECT_EQ(estimates(folder.path(), {"config"}), own);
}

/// A package within the project has a setup.py of its own; the recipes for its configs stand above it.
TEST(Init, AProjectFileCountsBeforeASetupFileBelowIt) {
  const ScratchFolder folder({{"vramlint.yaml",
                               "recipes:\n"
                               "  - name: line\n"
                               "    configs: [\"package/config/*.yaml\"]\n"
                               "    model: model.Line(cfg)\n"
                               "    inputs: [\"float32[4, 8]\"]\n"
                               "    loss: mse\n"
                               "    optimizer: adam\n"},
                              {"model.py",
                               "import torch.nn as nn\n\n\n"
                               "class Line(nn.Linear):\n"
                               "    def __init__(self, cfg):\n"
                               "        super().__init__(8, cfg.width)\n"},
                              {"package/setup.py", "from setuptools import setup\n\nsetup(name='package')\n"},
                              {"package/config/c.yaml", "width: 8\n"}});
  const ProgramRun run = run_program(folder.path(), {"check", "package/config/c.yaml", "--format", "json"});
  const Json config = Json::parse(run.output).at("configs").at(0);
  EXPECT_EQ(config.at("path"), "package/config/c.yaml");
  EXPECT_EQ(config.at("status"), "estimated") << run.output;
}

TEST(Init, ProposesWhatLoadsAndNamesWhatIsOpen) {
  const ScratchFolder folder;
  copy_example("soil_moisture", folder);
  ASSERT_EQ(run_program(folder.path(), {"init", "--root", ".", "--write"}).exit_code, 0);
  const ProgramRun run = run_program(folder.path(), {"check", "config/config.yaml", "--root", ".", "--format", "json"});
  const Json outcome = Json::parse(run.output);
  std::vector<std::string> open;
  for (const Json& finding : outcome.at("findings")) {
    EXPECT_NE(finding.at("level"), "error") << finding;  // what init has left open is no mistake of the user
    const std::string message = finding.at("message");
    if (message.find("TODO") != std::string::npos) open.push_back(message);
  }
  EXPECT_EQ(open.size(), 1U) << run.output;
}

constexpr const char* kTrainsByOptions = R"(
import argparse, pathlib, torch
ROOT = pathlib.Path(__file__).parent
parser = argparse.ArgumentParser()
parser.add_argument("--cfg", default="")
parser.add_argument("--data", default=ROOT / "data/small.yaml")
parser.add_argument("--width", type=int)
args = parser.parse_args()
net = torch.nn.Linear(4, args.width or 2).cuda()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(100):
    opt.zero_grad()
    net(torch.zeros(8, 4).cuda()).sum().backward()
    opt.step()
)";

TEST(Init, TakesTheConfigsOfTheOptionWhoseDefaultIsOne) {
  const ScratchFolder folder;
  folder.put("train.py", kTrainsByOptions);
  folder.put("data/small.yaml", "path: small\n");
  folder.put("other/more.yaml", "path: more\n");
  const ProgramRun run = run_program(folder.path(), {"init", "train.py", "--root", "."});
  EXPECT_NE(run.output.find("configs: ['data/*.yaml']"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("args: ['--data', '{config}']"), std::string::npos) << run.output;
}

TEST(Init, TakesFilesAtTheRootThatAreCalledLikeConfigs) {
  const ScratchFolder folder;
  folder.put("train.py",
             replaced(kTrainsByOptions, "parser.add_argument(\"--data\", default=ROOT / \"data/small.yaml\")\n", ""));
  folder.put("config_v1.json", "{\"width\": 8}\n");
  folder.put("labels.json", "{}\n");
  const ProgramRun run = run_program(folder.path(), {"init", "train.py", "--root", "."});
  EXPECT_NE(run.output.find("configs: [config_v1.json]"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("args: ['--cfg', '{config}']"), std::string::npos) << run.output;
}

TEST(Init, TakesNoListForAConfig) {
  const ScratchFolder folder;
  folder.put("train.py", replaced(replaced(kTrainsByOptions, "data/small.yaml", "labels.json"),
                                  "parser.add_argument(\"--cfg\", default=\"\")", "names = \"more.yaml\""));
  folder.put("labels.json", "[\"a\", \"b\"]\n");
  folder.put("more.yaml", "# names\n- a\n");
  const ProgramRun run = run_program(folder.path(), {"init", "train.py", "--root", "."});
  EXPECT_NE(run.output.find("configs: [train.py]"), std::string::npos) << run.output;
}

// `--opt adamw` is a word. Files of settings without a format of their own are configs where nothing else is.
TEST(Init, TakesFilesOfSettingsInFoldersThatAreCalledLikeConfigs) {
  const ScratchFolder folder;
  std::string program =
      replaced(kTrainsByOptions, "parser.add_argument(\"--data\", default=ROOT / \"data/small.yaml\")\n", "");
  program = replaced(program, "--cfg\", default=\"\"", "--config\"");
  program = replaced(program, "import argparse", "import configargparse as argparse");
  folder.put("train.py", replaced(program, "parser.add_argument(\"--config\"",
                                  "parser.add_argument(\"--opt\", default=\"adamw\")\n"
                                  "parser.add_argument(\"--config\", is_config_file=True"));
  folder.put("configs/lego.txt", "width = 8\n");
  folder.put("requirements.txt", "torch\n");
  const ProgramRun run = run_program(folder.path(), {"init", "train.py", "--root", "."});
  EXPECT_NE(run.output.find("configs: ['configs/*.txt']"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("args: ['--config', '{config}']"), std::string::npos) << run.output;
}

// Linear(4, 16): 4 * 16 + 16 parameters.
TEST(Init, CommandLinesComeFromLaunchScripts) {
  const ScratchFolder folder;
  const std::string options = "parser.add_argument(\"--cfg\", default=\"\")\n";
  std::string program = replaced(kTrainsByOptions, options, "");
  program = replaced(program, "parser.add_argument(\"--data\", default=ROOT / \"data/small.yaml\")\n", "");
  folder.put("train.py", program);
  folder.put("run/wide.sh", "#!/bin/sh\nWIDTH=16\npython -u train.py --width $WIDTH\n");
  ASSERT_EQ(run_program(folder.path(), {"init", "train.py", "--root", ".", "--write"}).exit_code, 0);
  for (const bool has_recipe : {true, false}) {
    SCOPED_TRACE(has_recipe);
    if (!has_recipe) std::filesystem::remove(folder.path() / "vramlint.yaml");
    const ProgramRun run = run_program(folder.path(), {"check", "--root", ".", "--format", "json", "run/wide.sh"});
    const Json config = Json::parse(run.output).at("configs").at(0);
    EXPECT_EQ(config.at("status"), "estimated") << run.output;
    EXPECT_EQ(config.at("parameters").at("total"), 80);
  }
}

TEST(Init, ReplacesNothingThatIsThere) {
  const ScratchFolder folder;
  copy_example("soil_moisture", folder);
  folder.put("vramlint.yaml", "recipes: []\n");
  const ProgramRun refused = run_program(folder.path(), {"init", "train.py", "--write"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.errors.find("--force"), std::string::npos);
  EXPECT_EQ(read_text(folder.path() / "vramlint.yaml"), "recipes: []\n");
  EXPECT_EQ(run_program(folder.path(), {"init", "train.py", "--write", "--force"}).exit_code, 0);
  EXPECT_NE(read_text(folder.path() / "vramlint.yaml").find("make_model"), std::string::npos);
}

constexpr const char* kImports = R"(import argparse
import torch
import yaml
from torch.utils.data import DataLoader, Dataset

)";
constexpr const char* kLoop = R"(
def main(cfg):
    model = torch.nn.Conv2d(3, 8, 3).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for image in DataLoader(Pictures(), batch_size=cfg["batch_size"]):
        model(image.cuda()).mean().backward()
        optimizer.step()
        optimizer.zero_grad()

)";
constexpr const char* kMade = R"(
class Pictures(Dataset):
    def __len__(self):
        return 512

    def __getitem__(self, index):
        return torch.zeros(3, 64, 64)

)";
constexpr const char* kRead = R"(
class Pictures(Dataset):
    def __init__(self):
        self.names = open("data/names.txt").read().split()

    def __len__(self):
        return len(self.names)

    def __getitem__(self, index):
        return torch.load(self.names[index])

)";
constexpr const char* kByFile = R"(
parser = argparse.ArgumentParser()
parser.add_argument("-c", "--config", default="settings/base.yaml")
main(yaml.safe_load(open(parser.parse_args().config)))
)";

ScratchFolder program(const std::string& text) {
  return ScratchFolder({{"settings/base.yaml", "batch_size: 4\n"}, {"train.py", kImports + text}, {"setup.py", ""}});
}

TEST(Init, ProposesTheProgramAndSaysWhatCameOut) {
  const ScratchFolder folder = program(kMade + std::string(kLoop) + kByFile);
  const ProgramRun run = run_program(folder.path(), {"init", "train.py", "--write"});
  EXPECT_NE(run.errors.find("settings/base.yaml needs"), std::string::npos) << run.errors;
  EXPECT_NE(run.errors.find("224 parameters"), std::string::npos) << "8 * 3 * 9 + 8: " << run.errors;
  const std::string recipe = read_text(folder.path() / "vramlint.yaml");
  EXPECT_NE(recipe.find("script: {path: train.py, args: ['--config', '{config}']}"), std::string::npos) << recipe;
  EXPECT_EQ(recipe.find("TODO"), std::string::npos) << recipe;
  const ProgramRun check = run_program(folder.path(), {"check", "settings", "--format", "json"});
  EXPECT_EQ(Json::parse(check.output).at("configs").at(0).at("status"), "estimated") << check.output;
}

TEST(Init, AsksForTheBatchAlone) {
  const ScratchFolder folder = program(kRead + std::string(kLoop) + kByFile);
  const ProgramRun run = run_program(folder.path(), {"init", "train.py"});
  EXPECT_NE(run.errors.find("is followed to its training loop"), std::string::npos) << run.errors;
  EXPECT_NE(run.output.find("# inputs: ['float32[cfg.batch_size, 3, 512, 512]']"), std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("model:"), std::string::npos) << run.output;
}

TEST(Init, TakesTheCommandLineThatIsSaid) {
  const std::string parsed =
      "parser = argparse.ArgumentParser()\nparser.add_argument('data')\n"
      "parser.add_argument('--batch_size', type=int, default=4)\nmain(vars(parser.parse_args()))\n";
  const ScratchFolder folder = program(kMade + std::string(kLoop) + parsed);
  const ProgramRun asked = run_program(folder.path(), {"init", "train.py"});
  EXPECT_NE(asked.errors.find("the program asks for data"), std::string::npos) << asked.errors;
  const ProgramRun told = run_program(folder.path(), {"init", "train.py", "--", "/data", "--batch_size", "8"});
  EXPECT_NE(told.output.find("configs: [train.py]"), std::string::npos) << told.output;
  EXPECT_NE(told.output.find("args: [/data, '--batch_size', 8]"), std::string::npos) << told.output;
  EXPECT_NE(told.errors.find("train.py needs"), std::string::npos) << told.errors;
}

// The first command is of another program, the second is cut short, the third gives what the parser does not know.
TEST(Init, TakesTheCommandLineOfTheReadme) {
  const std::string parsed =
      "parser = argparse.ArgumentParser()\nparser.add_argument('data')\n"
      "parser.add_argument('--batch_size', type=int, required=True)\nmain(vars(parser.parse_args()))\n";
  const ScratchFolder folder = program(kMade + std::string(kLoop) + parsed);
  folder.put("docs.md", "`python train.py /else --batch_size 2`\n");
  folder.put(
      "README.md",
      "# Training\n\n```\npython test.py --batch_size 1\npython train.py ...\npython train.py --old 1 /data\n"
      "$ CUDA_VISIBLE_DEVICES=0 python3 -u ./train.py \\\n   --batch_size 8 [your data folder] > log && ls\n```\n");
  const ProgramRun told = run_program(folder.path(), {"init", "train.py"});
  EXPECT_NE(told.output.find("args: ['--batch_size', 8, '[your data folder]']}\n    # the arguments are those of "
                             "README.md\n"),
            std::string::npos)
      << told.output;
  EXPECT_NE(told.errors.find("train.py needs"), std::string::npos) << told.errors;
  EXPECT_EQ(told.output.find("TODO"), std::string::npos) << told.output;
}

// Of the two commands the first does not train; the config that the second leaves open is any of the folder's.
TEST(Init, TakesACommandThatTrains) {
  const std::string parsed =
      "parser = argparse.ArgumentParser()\nparser.add_argument('--cfg', required=True)\n"
      "parser.add_argument('--rank', type=int, required=True)\nparser.add_argument('--eval', action='store_true')\n"
      "main(yaml.safe_load(open(parser.parse_args().cfg)))\n";
  const ScratchFolder folder = program(kMade + std::string(kLoop) + parsed);
  folder.put("configs/small/a.yaml", "batch_size: 4\n");
  folder.put("configs/large/b.yaml", "batch_size: 8\n");
  folder.put("README.md",
             "    python train.py --eval --cfg configs/small/a.yaml --rank 0\n"
             "    python train.py --cfg <config-file> --rank 0 [--tag <job-tag>]\n");
  const ProgramRun run = run_program(folder.path(), {"init", "train.py"});
  EXPECT_NE(run.output.find("args: ['--cfg', '{config}', '--rank', 0]"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("configs: ['configs/large/*.yaml', 'configs/small/*.yaml']"), std::string::npos)
      << run.output;
}

// Which data there are the command line says: before that nobody is asked for a batch.
TEST(Init, AsksForTheCommandLineBeforeTheBatch) {
  const std::string parsed =
      "parser = argparse.ArgumentParser()\nparser.add_argument('--kind', required=True)\n"
      "kind = parser.parse_args().kind\nif kind == 'small':\n    made = Pictures()\n"
      "main({'batch_size': 4, 'data': made})\n";
  const ScratchFolder folder = program(kMade + replaced(kLoop, "Pictures()", "cfg[\"data\"]") + parsed);
  const ProgramRun run = run_program(folder.path(), {"init", "train.py"});
  EXPECT_NE(run.output.find("the program asks for --kind"), std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("inputs:"), std::string::npos) << run.output;
}

TEST(Init, LeavesOutAnOptionForConfigsWhereThereAreNone) {
  const std::string parsed =
      "parser = argparse.ArgumentParser()\nparser.add_argument('-c', '--config', default='', metavar='FILE')\n"
      "parser.add_argument('--batch_size', type=int, default=4)\nmain(vars(parser.parse_args()))\n";
  const ScratchFolder folder({{"train.py", kImports + (kMade + std::string(kLoop) + parsed)}, {"setup.py", ""}});
  const ProgramRun run = run_program(folder.path(), {"init", "train.py"});
  EXPECT_NE(run.output.find("    configs: [train.py]\n    script: train.py\n"), std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("TODO"), std::string::npos) << run.output;
}

// What starts another main.py, or one of which it is not known where it lies, is no config of this one.
TEST(Init, TakesTheLaunchScriptsOfItsOwnFolder) {
  const std::string text =
      kImports + (kMade + std::string(kLoop) +
                  "parser = argparse.ArgumentParser()\n"
                  "parser.add_argument('--batch_size', default=4)\nmain(vars(parser.parse_args()))\n");
  const ScratchFolder folder({{"one/main.py", text},
                              {"two/main.py", text},
                              {"setup.py", ""},
                              {"run_all.sh", "for each in one two; do (cd $each && python main.py); done\n"},
                              {"two/run.sh", "python main.py\n"},
                              {"slurm/two.sh", "srun python two/main.py\n"}});
  const ProgramRun one = run_program(folder.path(), {"init", "one/main.py"});
  EXPECT_NE(one.output.find("configs: [one/main.py]"), std::string::npos) << one.output;
  const ProgramRun two = run_program(folder.path(), {"init", "two/main.py"});
  EXPECT_NE(two.output.find("configs: [slurm/two.sh, two/run.sh]"), std::string::npos) << two.output;
}

TEST(Init, ProgramThatRunsAsItIsNeedsNoReadme) {
  const ScratchFolder folder = program(kMade + std::string(kLoop) + kByFile);
  folder.put("README.md", "    python train.py --config settings/base.yaml\n");
  const ProgramRun run = run_program(folder.path(), {"init", "train.py", "--root", "."});
  EXPECT_NE(run.output.find("configs: ['settings/*.yaml']"), std::string::npos) << run.output;
}

// What the program is written for decides what it may call.
TEST(Init, TakesThePyTorchThatTheRepositorySaysItRunsWith) {
  for (const auto& [file, text, line] : std::vector<std::array<std::string, 3>>{
           {"requirements.txt", "numpy\ntorchvision==0.14.1\ntorch==1.13.1\n",
            "torch: '1.13'  # requirements.txt says 1.13.1\n"},
           {"README.md", "    conda install pytorch=0.4.1 torchvision=0.2.1\n",
            "torch: '1.5'  # README.md says 0.4.1, and this is the oldest that is described\n"},
           {"README.md", "Python >= 3.5, PyTorch == 1.7.1\n", "torch: '1.7'  # README.md says 1.7.1\n"},
           {"environment.yml", "dependencies:\n  - pytorch=1.6.0=py3.8_cuda\n",
            "torch: '1.6'  # environment.yml says 1.6.0\n"},
           {"README.md", "pip install torch>=1.7 mytorch=1.9.0\n", ""}}) {
    SCOPED_TRACE(text);
    const ScratchFolder folder;
    folder.put("train.py", kTrainsByOptions);
    folder.put(file, text);
    const ProgramRun run = run_program(folder.path(), {"init", "train.py", "--root", "."});
    EXPECT_NE(run.output.find("is followed as it is started.\n" + line), std::string::npos) << run.output;
    EXPECT_EQ(run.output.find("torch: ") == std::string::npos, line.empty()) << run.output;
  }
}

TEST(Init, SaysWhatItCannotRead) {
  const ScratchFolder folder({{"data.py", "x = 1\n"}, {"broken.py", "def f(:\n  optimizer = Adam(\n"}});
  EXPECT_EQ(run_program(folder.path(), {"init", "missing.py", "--root", "."}).exit_code, 2);
  EXPECT_EQ(run_program(folder.path(), {"init", "--root", "."}).exit_code, 2);
  EXPECT_EQ(run_program(folder.path(), {"init", "broken.py", "--root", "."}).exit_code, 0);
  EXPECT_EQ(run_program(folder.path(), {"init", "data.py", "--root", "."}).exit_code, 0);
}

TEST(Init, SaysThatAConfigOfAKnownFrameworkNeedsNoRecipe) {
  const ScratchFolder folder;
  folder.put("lora.yml",
             "base_model: meta-llama/Llama-3.2-1B\nadapter: lora\nmicro_batch_size: 2\nsequence_len: 512\n");
  const ProgramRun run = run_program(folder.path(), {"init", "lora.yml"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output, "");
  EXPECT_NE(run.errors.find("lora.yml is a config that needs no recipe: vramlint check lora.yml"), std::string::npos)
      << run.errors;
}

}  // namespace
}  // namespace vramlint::tests
