// What is said of keys that nothing reads, or that the program sets another value for.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kBegin =
    "import argparse\nimport torch\nimport yaml\nparser = argparse.ArgumentParser()\n"
    "parser.add_argument('--config')\ncfg = yaml.safe_load(open(parser.parse_args().config))\n";

const std::string kLoop = R"(
net = torch.nn.Conv2d(3, 8, 3).cuda()
optimizer = torch.optim.Adam(net.parameters())
for epoch in range(epochs):
    for step in range(100):
        loss = net(torch.rand(4, 3, 64, 64, device="cuda")).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if (epoch + 1) % interval == 0:
        with torch.no_grad():
            net(torch.rand(samples, 3, 64, 64, device="cuda"))
)";

Said check(const std::string& program, const std::string& config,
           const std::vector<std::pair<std::string, std::string>>& files = {}) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "recipes:\n  - {name: a, configs: [a.yaml], script: {path: train.py, args: [--config, '{config}']}}\n");
  folder.put("train.py", kBegin + program + kLoop);
  folder.put("a.yaml", config);
  for (const auto& [name, text] : files) folder.put(name, text);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.yaml"}));
}

/// The messages of a rule, by line.
std::vector<std::pair<int, std::string>> told(const Said& said, const std::string& rule) {
  std::vector<std::pair<int, std::string>> found;
  for (const auto& finding : said.findings)
    if (finding["rule"] == rule) found.emplace_back(finding["range"]["start"]["line"], finding["message"]);
  return found;
}

const std::string kRead = "epochs = cfg['epochs']\ninterval = cfg['interval']\nsamples = cfg.get('samples', 4)\n";

TEST(IdleKeys, WhatAModePutsInThePlaceOfAKeyIsToldWithTheMode) {
  const std::string program =
      kRead + "if cfg.get('try_out', False):\n    epochs = 2\n    interval = 1\n    samples = 2\n";
  const std::string config = "epochs: 50\ninterval: 10\nsamples: 4\ntry_out: ";
  const Said on = check(program, config + "true\n"), off = check(program, config + "false\n");
  EXPECT_TRUE(told(off, "dormant-setting").empty()) << off.findings;
  EXPECT_TRUE(told(off, "ineffective-setting").empty()) << off.findings;
  EXPECT_TRUE(told(on, "ineffective-setting").empty()) << on.findings;
  const auto dormant = told(on, "dormant-setting");
  ASSERT_EQ(dormant.size(), 3U) << on.findings;
  for (const auto& [line, message] : dormant)
    EXPECT_NE(message.find("as `try_out` is true"), std::string::npos) << line << message;
  EXPECT_NE(dormant[0].second.find("sets `epochs` to 2"), std::string::npos) << dormant[0].second;
}

TEST(IdleKeys, WhatIsUsedBeforeTheModeChangesItHasAnEffect) {
  const std::string program = kRead + "first = torch.zeros(samples)\nif cfg.get('try_out', False):\n    samples = 2\n";
  const Said said = check(program, "epochs: 50\ninterval: 10\nsamples: 4\ntry_out: true\n");
  EXPECT_TRUE(told(said, "dormant-setting").empty()) << said.findings;
}

TEST(IdleKeys, AttributesOfModulesTensorsAndTablesMentionNoKey) {
  const std::string config = "epochs: 5\ninterval: 1\nsamples: 4\ncuda: true\ntype: small\ndate: today\n";
  const std::string table =
      "import pandas as pd\nimport torch\n\n\ndef show(frame: pd.DataFrame, image: torch.Tensor):\n"
      "    print(torch.version.cuda, image.device.type, frame['date'].nunique())\n";
  const Said said = check(kRead, config, {{"tables.py", table}});
  for (const auto& [line, message] : told(said, "unused-config-key"))
    EXPECT_EQ(message.find("another program mentions it"), std::string::npos) << line << message;
  EXPECT_EQ(told(said, "unused-config-key").size(), 3U) << said.findings;

  const std::string reader = "def show(cfg, conf):\n    print(cfg.cuda, conf['type'], conf.get('date'))\n";
  for (const auto& [line, message] : told(check(kRead, config, {{"reader.py", reader}}), "unused-config-key"))
    EXPECT_NE(message.find("another program mentions it"), std::string::npos) << line << message;
}

// `crop` is asked for by its name, and only the code of the data set, which is not known here, uses it.
TEST(IdleKeys, AKeyIsReadWhereTheAttributeOfItsNameIs) {
  const std::string merged =
      "args = parser.parse_args()\nvars(args).update(cfg)\nepochs, interval, samples = args.epochs, args.interval, 4\n";
  const std::string set =
      "args = parser.parse_args()\nfor key, value in cfg.items():\n    setattr(args, key, value)\n"
      "epochs, interval, samples = args.epochs, args.interval, 4\n";
  const std::string config = "epochs: 50\ninterval: 10\ncrop: 96\n";
  for (const std::string& program : {merged, set}) {
    const Said read = check(program + "crop = args.crop\n", config);
    EXPECT_TRUE(told(read, "unused-config-key").empty()) << program << read.findings;
  }
  EXPECT_EQ(told(check(merged, config), "unused-config-key").size(), 1U);
}

TEST(IdleKeys, ATextThatLiteralEvalReadsIsNoMistake) {
  const std::string config = "epochs: 50\ninterval: 10\ndecay: 5e-4\n";
  const std::string evaluated = "import ast\ndecay = ast.literal_eval(cfg['decay']) * 2\n";
  EXPECT_TRUE(told(check(kRead + evaluated, config), "number-read-as-text").empty());
  EXPECT_EQ(told(check(kRead + "decay = cfg['decay']\n", config), "number-read-as-text").size(), 1U);
}

}  // namespace
}  // namespace vramlint::tests
