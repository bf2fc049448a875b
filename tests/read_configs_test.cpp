// Configs that a program reads in its own way: Python files that it compiles, references of omegaconf, tags of YAML.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// train.py reads `options.config` as `read` says it, into `cfg`, and trains on two pictures of `size`.
Said check(const std::string& read, const std::string& size, const std::string& config,
           const std::vector<std::pair<std::string, std::string>>& files, const std::vector<std::string>& more = {}) {
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
  std::vector<std::string> words = {"check", "--format", "json", "--fail-on", "never", config};
  words.insert(words.end(), more.begin(), more.end());
  return said_by(run_program(folder.path(), words));
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

const char* const kStripsComments =
    "import json\ntext = ''\nwith open(options.config) as file:\n    for line in file:\n"
    "        text += line.split('//')[0] + '\\n'\ncfg = json.loads(text)\n";
const std::vector<std::pair<std::string, std::string>> kCommented = {
    {"configs/a.json", "{\n  \"data\": { // of pictures\n    \"width\": 16 // dots\n  },\n  \"unread\": 1\n}\n"}};

// A program that reads the file as a text and parses that has the file's values: they may be set, and it is known which
// of them it reads.
TEST(ReadConfigs, ATextOfTheFilesLinesHasTheFilesValues) {
  const std::vector<std::string> readers = {
      kStripsComments, "import json, re\ncfg = json.loads(re.sub(r'//.*', '', open(options.config).read()))\n",
      "import json\nfrom pathlib import Path\n"
      "cfg = json.loads('\\n'.join(line.partition('//')[0] for line in "
      "Path(options.config).read_text().split('\\n')))\n"};
  for (const std::string& read : readers) {
    SCOPED_TRACE(read);
    const Said said = check(read, "cfg['data']['width']", "configs/a.json", kCommented);
    EXPECT_EQ(said.config["breakdown"]["input"].get<int64_t>(), 2 * 3 * 16 * 16 * 4);
    EXPECT_NE(said.findings.dump().find("`unread`"), std::string::npos) << said.findings;
    expect_width(check(read, "cfg['data']['width']", "configs/a.json", kCommented, {"--set", "data.width=32"}), 32);
  }
  const std::string read = "import yaml\ncfg = yaml.safe_load(open(options.config).read())\n";
  expect_width(
      check(read, "cfg['width']", "configs/a.yaml", {{"configs/a.yaml", "width: 16\n"}}, {"--set", "width=32"}), 32);
}

TEST(ReadConfigs, ASettingThatReachesNothingIsTold) {
  const std::string read =
      "cfg = {key: int(text) for key, text in map(lambda one: one.split(': '), open(options.config))}\n";
  const std::vector<std::pair<std::string, std::string>> files = {{"configs/a.yaml", "width: 16\nheight: 8\n"}};
  const Said plain = check(read, "cfg['width']", "configs/a.yaml", files);
  EXPECT_EQ(plain.findings.dump().find("changes nothing"), std::string::npos) << plain.findings;
  const Said said = check(read, "cfg['width']", "configs/a.yaml", files, {"--set", "width=32"});
  EXPECT_EQ(said.config["breakdown"]["input"].get<int64_t>(), 2 * 3 * 16 * 16 * 4);
  EXPECT_NE(said.findings.dump().find("--set width=32 changes nothing"), std::string::npos) << said.findings;
}

// ConfigArgParse gives each value of the file to its option's type: `3e-3` is a number to float.
TEST(ReadConfigs, ValuesOfConfigargparseGoThroughTheirOptions) {
  const std::string read =
      "import configargparse\n"
      "p = configargparse.ArgumentParser(config_file_parser_class=configargparse.YAMLConfigFileParser)\n"
      "p.add('--config', is_config_file=True)\np.add('--width', type=int)\np.add('--lr', type=float)\n"
      "p.add('--sizes', type=int, nargs='+')\ncfg = p.parse_args()\nassert cfg.lr == 0.003 and cfg.sizes == [1, 2]\n";
  const std::vector<std::pair<std::string, std::string>> files = {
      {"configs/a.yaml", "width: 16\nlr: 3e-3\nsizes: [1, 2]\n"}};
  const Said said = check(read, "cfg.width", "configs/a.yaml", files);
  expect_width(said, 16);
  EXPECT_EQ(said.findings.dump().find("number-read-as-text"), std::string::npos) << said.findings;
  expect_width(check(read, "cfg.width", "configs/a.yaml", files, {"--set", "width=32"}), 32);
}

// What tomllib of Python 3.11 makes of it, but for the date.
TEST(ReadConfigs, TomlIsReadAsTomllibReadsIt) {
  const std::string text = R"(# sizes
title = "a \"b\" \u00e9" # end
'quoted key' = 'C:\dir'
[data]
width = 1_6
big = 0x1F
ratio = 6.26e-3
flags = [true,
  false, # inner
]
net.depth = 3
net.kinds = ["a", 'b']
[data.more]
when = 1979-05-27
[[stages]]
size = 8
[[stages]]
size = +9
opts = { lr = 1e-3, name = "x" }
[last]
text = """
one \
   two"""
inf = -inf
)";
  const std::string expected =
      "cfg['data'].pop('more')\nassert cfg == {'title': 'a \"b\" é', 'quoted key': 'C:\\\\dir', 'data': {'width': 16, "
      "'big': 31, 'ratio': 0.00626, 'flags': [True, False], 'net': {'depth': 3, 'kinds': ['a', 'b']}}, 'stages': "
      "[{'size': 8}, {'size': 9, 'opts': {'lr': 0.001, 'name': 'x'}}], 'last': {'text': 'one two', 'inf': "
      "-float('inf')}}, cfg\n";
  const std::vector<std::pair<std::string, std::string>> files = {{"configs/a.toml", text}};
  for (const std::string read : {"import tomllib\ncfg = tomllib.load(open(options.config, 'rb'))\n",
                                 "import tomli\ncfg = tomli.loads(open(options.config).read())\n",
                                 "import toml\ncfg = toml.load(options.config)\n"}) {
    SCOPED_TRACE(read);
    expect_width(check(read + expected, "cfg['data']['width']", "configs/a.toml", files), 16);
    expect_width(check(read, "cfg['data']['width']", "configs/a.toml", files, {"--set", "data.width=32"}), 32);
  }
  const Said broken = check("cfg = {'width': 16}\n", "16", "configs/b.toml", {{"configs/b.toml", "a = 1\na = 2\n"}});
  EXPECT_NE(broken.findings.dump().find("TOML allows a key once"), std::string::npos) << broken.findings;
}

// Up to 1.0; what stands in `params` is not made before its class is.
TEST(ReadConfigs, HydraMakesClassesOfItsOlderForm) {
  const std::string read =
      "import hydra\nfrom omegaconf import OmegaConf\ncfg = hydra.utils.instantiate(OmegaConf.create({'class': "
      "'argparse.Namespace', 'params': {'width': 8, 'net': {'class': 'absent.Net', 'params': {}}}}), width=32)\n"
      "assert cfg.net['class'] == 'absent.Net'\n";
  expect_width(check(read, "cfg.width", "configs/a.yaml", {{"configs/a.yaml", "a: 1\n"}}), 32);
}

// The file is the config whichever module reads it, also where init cannot follow the program.
TEST(ReadConfigs, InitKnowsModulesThatReadThem) {
  for (const std::string module : {"ruamel_yaml", "yaml", "ruamel.yaml"}) {
    const ScratchFolder folder;
    folder.put(
        "train.py",
        "import argparse\nimport " + module +
            " as reader\nimport torch\nfrom torch import nn\n"
            "from torch.utils.data import DataLoader\nfrom absent import make_set, Missing\n"
            "def main(args, config):\n    loader = DataLoader(make_set(config), batch_size=config['batch_size'])\n"
            "    model = nn.Linear(config['width'], 4).cuda()\n    opt = torch.optim.SGD(model.parameters(), lr=0.1)\n"
            "    raise Missing()\n    for x in loader:\n        opt.zero_grad()\n        model(x).sum().backward()\n"
            "        opt.step()\nparser = argparse.ArgumentParser()\n"
            "parser.add_argument('--config', default='./configs/a.yaml')\nargs = parser.parse_args()\n"
            "config = reader.load(open(args.config, 'r'))\nmain(args, config)\n");
    folder.put("configs/a.yaml", "batch_size: 16\nwidth: 8\n");
    const ProgramRun run = run_program(folder.path(), {"init", "train.py", "--root", "."});
    EXPECT_EQ(run.output.find("load("), std::string::npos) << run.output;
    EXPECT_EQ(run.output.find("cfg.config"), std::string::npos) << run.output;
  }
}

}  // namespace
}  // namespace vramlint::tests
