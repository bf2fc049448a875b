// Configs that a program reads in its own way: Python files that it compiles, references of omegaconf, tags of YAML.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// train.py reads `options.config` as `read` says it, into `cfg`, and trains on two pictures of `size`.
Said check(const std::string& read, const std::string& size, const std::string& config,
           const std::vector<std::pair<std::string, std::string>>& files) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "torch: \"2.4\"\nrecipes:\n  - configs: [\"configs/*\"]\n"
             "    script: {path: train.py, args: [--config, \"{config}\"]}\n");
  folder.put("train.py",
             "import argparse\nimport torch\nfrom torch.utils.data import DataLoader, Dataset\n"
             "parser = argparse.ArgumentParser()\nparser.add_argument('--config')\n"
             "parser.add_argument('rest', nargs=argparse.REMAINDER)\noptions = parser.parse_args()\n"
             "assert len(options.rest) == 0\n" +
                 read + "\nclass Data(Dataset):\n    def __len__(self):\n        return 64\n" +
                 "    def __getitem__(self, index):\n        return torch.zeros(3, 16, " + size + ")\n" +
                 "net = torch.nn.Conv2d(3, 8, 3).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                 "for x in DataLoader(Data(), batch_size=2):\n    opt.zero_grad()\n    net(x.cuda()).sum().backward()\n"
                 "    opt.step()\n");
  for (const auto& [name, text] : files) folder.put(name, text);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", config}));
}

void expect_width(const Said& said, int64_t width) {
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"].get<int64_t>(), 2 * 3 * 16 * width * 4);
}

TEST(ReadConfigs, APythonFileIsWhatTheProgramMakesOfIt) {
  const std::string read =
      "cfg = {}\nwith open(options.config) as file:\n"
      "    exec(compile(file.read(), options.config, 'exec'), cfg)\n";
  const std::vector<std::pair<std::string, std::string>> files = {{"configs/narrow.py", "width = 4 * 4\n"},
                                                                  {"configs/wide.py", "width = 4 * 8\n"}};
  expect_width(check(read, "cfg['width']", "configs/narrow.py", files), 16);
  expect_width(check(read, "cfg['width']", "configs/wide.py", files), 32);
  const Said both = check(read, "cfg['width']", "configs", files);
  for (const auto& finding : both.findings) EXPECT_NE(finding["rule"], "equal-configs") << finding;
}

TEST(ReadConfigs, APythonFileOfMmengineStaysWithItsDialect) {
  const std::vector<std::pair<std::string, std::string>> files = {
      {"configs/base.py", "width = 16\n"}, {"configs/own.py", "_base_ = './base.py'\nmodel = dict(depth=3)\n"}};
  const Said said = check("cfg = {'width': 16}\n", "cfg['width']", "configs/own.py", files);
  EXPECT_EQ(said.config["dialect"], "mmengine") << said.findings;
}

TEST(ReadConfigs, ReferencesAreFollowedFromWhereTheyStand) {
  const std::string read =
      "from omegaconf import DictConfig\n"
      "cfg = DictConfig({'width': 16, 'net': {'width': '${..width}', 'head': {'width': '${...net.width}'}}})\n"
      "cfg.width = 32\n";
  expect_width(check(read, "cfg.net.head.width", "configs/a.yaml", {{"configs/a.yaml", "a: 1\n"}}), 32);
}

// `net.width` is the outer one, also in a copy that is merged with more.
TEST(ReadConfigs, PartsOfAConfigReferToWhatStandsAroundThem) {
  const std::string read =
      "import copy\nfrom omegaconf import OmegaConf\n"
      "cfg = OmegaConf.create({'width': 32, 'net': {'width': '${width}'}})\npart = copy.deepcopy(cfg.net)\n"
      "part._set_flag(flags=['struct'], values=[False])\npart._set_parent(cfg.net._get_parent())\n"
      "part = OmegaConf.merge(part, {'depth': 2})\n";
  expect_width(check(read, "part.width", "configs/a.yaml", {{"configs/a.yaml", "a: 1\n"}}), 32);
}

TEST(ReadConfigs, TagsOfPythonAreWhatYamlMakesOfThem) {
  const std::string read =
      "import yaml\ncfg = yaml.unsafe_load(open(options.config))\n"
      "assert isinstance(cfg['pair'], tuple)\n";
  const std::string text =
      "sizes: !!python/object/apply:eval [\"[x * 2 for x in [4, 8, 16]]\"]\npair: !!python/tuple [1, 2]\n";
  expect_width(check(read, "cfg['sizes'][-1]", "configs/a.yaml", {{"configs/a.yaml", text}}), 32);
}

/// WIDTH, then TABLE, a display of 20,000 equal items within `opening` and `closing`, then HEIGHT.
std::string large_table(const std::string& opening, const std::string& item, const std::string& closing) {
  std::string table = "WIDTH = 32\nTABLE = " + opening;
  for (int i = 0; i < 20'000; ++i) table += item + ", ";
  return table + closing + "\nHEIGHT = 16\n";
}

TEST(ReadConfigs, AStatementThatIsTooLargeToParseLeavesItsNamesOpen) {
  const std::string table = large_table("sum([", "len('a)')", "])");  // six tokens each, of 60,000 at most
  const std::string read = "from table import HEIGHT, TABLE, WIDTH\nassert TABLE == 40000\n";
  expect_width(check(read, "WIDTH", "configs/a.yaml", {{"configs/a.yaml", "a: 1\n"}, {"table.py", table}}), 32);
}

TEST(ReadConfigs, AListOfThousandsOfDictsIsReadInPortions) {
  const std::string read = "from table import HEIGHT, TABLE, WIDTH\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {large_table("[", "{'a]': 1}", "]  # )"), "32 if len(TABLE) == 20000 and TABLE[19999] == {'a]': 1} else 8"},
      {large_table("(\n", "('b', # ]\n 2)", ")"), "len(TABLE) // 625 + TABLE[12345][1] - 2"},
      {"COUNT = 7\n" + large_table("{", "(\"c\", 3): COUNT", "}"), "TABLE[('c', 3)] + 25"},
  };
  for (const auto& [table, width] : cases)
    expect_width(check(read, width, "configs/a.yaml", {{"configs/a.yaml", "a: 1\n"}, {"table.py", table}}), 32);
}

}  // namespace
}  // namespace vramlint::tests
