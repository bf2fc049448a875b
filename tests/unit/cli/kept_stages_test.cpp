// Stages of a config of which a trial changes nothing that their program looks at: they are followed once.
#include <gtest/gtest.h>

#include "integrations/cli/workspace.h"
#include "scratch.h"

namespace vramlint::cli {
namespace {

/// `reads`: what makes `cfg` of the config's path; `before`: what is done with it then.
std::string program(const std::string& own, const std::string& reads, const std::string& before = "") {
  return "import sys\nimport torch\nimport yaml\n\ncfg = " + reads + "\n" + before + "width = cfg[\"" + own +
         "\"][\"width\"]\nnet = torch.nn.Linear(width, 4).cuda()\n"
         "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(8):\n"
         "    loss = net(torch.zeros(cfg[\"batch\"], width, device=\"cuda\")).sum()\n"
         "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n";
}

class Stages {
 public:
  explicit Stages(const std::string& first)
      : scratch_({{"vramlint.yaml",
                   "recipes:\n  - name: two\n    configs: [\"c.yaml\"]\n    stages:\n"
                   "      first: {script: {path: first.py, args: [c.yaml]}}\n"
                   "      second: {script: {path: second.py, args: [c.yaml]}}\n"},
                  {"c.yaml", "batch: 2\nfirst:\n  width: 1024\nsecond:\n  width: 2048\n  note: 1\n"},
                  {"first.py", first},
                  {"second.py", program("second", "yaml.safe_load(open(sys.argv[1]))")}}),
        workspace_({}, {(scratch_.path() / "c.yaml").string()}),
        session_(workspace_.session()),
        analysis_(estimated(*workspace_.files().read(scratch_.path() / "c.yaml").source, session_)) {}

  /// By stage, whether it is the same with the key set to that.
  std::vector<bool> same(const std::string& key, const std::string& text) {
    const Span place = analysis_.config->root.find_path(key)->span;
    const Analysis tried = what_if(analysis_, {Edit{place, text}}, session_);
    EXPECT_TRUE(analysis_.built && tried.built);
    EXPECT_EQ(analysis_.built->phases.size(), 2U);
    EXPECT_EQ(tried.built->phases.size(), 2U);
    std::vector<bool> found;
    for (size_t i = 0; i < 2; ++i) found.push_back(tried.built->phases.shared(i) == analysis_.built->phases.shared(i));
    return found;
  }

 private:
  Scratch scratch_;
  Workspace workspace_;
  Session session_;
  Analysis analysis_;
};

using Same = std::vector<bool>;

TEST(KeptStages, AStageOfWhoseKeysNothingIsTriedIsFollowedOnce) {
  Stages stages(program("first", "yaml.safe_load(open(sys.argv[1]))"));
  EXPECT_EQ(stages.same("second.width", "512"), (Same{true, false}));
  EXPECT_EQ(stages.same("first.width", "512"), (Same{false, true}));
  EXPECT_EQ(stages.same("batch", "1"), (Same{false, false}));
  EXPECT_EQ(stages.same("second.note", "3"), (Same{true, true}));
  EXPECT_EQ(stages.same("second.note", "none"), (Same{false, false})) << "the kinds of all values may be asked for";
}

TEST(KeptStages, WhoReadsTheTextLooksAtAllOfIt) {
  Stages stages(program("first", "yaml.safe_load(open(sys.argv[1]).read())"));
  EXPECT_EQ(stages.same("second.width", "512"), (Same{false, false}));
}

TEST(KeptStages, WhoGoesThroughAMappingLooksAtAllOfIt) {
  Stages stages(program("first", "yaml.safe_load(open(sys.argv[1]))",
                        "total = sum([len(str(v)) for k, v in cfg[\"second\"].items()])\n"));
  EXPECT_EQ(stages.same("second.width", "512"), (Same{false, false}));
}

}  // namespace
}  // namespace vramlint::cli
