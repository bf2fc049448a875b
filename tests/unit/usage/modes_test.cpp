// Settings of a mode that another key of the config does not choose.
#include <gtest/gtest.h>

#include "project.h"

namespace vramlint::usage {
namespace {

// What is asked of an arm: closed by a text of the config and by nothing else.
TEST(Modes, ASettingOfAnotherModeSleeps) {
  const auto sleeping = [](const std::string& body, const std::string& config) {
    Project project;
    const std::string head = "import argparse, yaml\ncfg = yaml.safe_load(open('config.yaml'))\n";
    Names keys;
    for (const Dormant& one : project.usage(head + body, config).dormant) keys.push_back(one.key);
    return keys;
  };
  const std::string config = "mode: DDP\nlocal: 1\nids: [0, 1]\n";
  const Names ids = {"ids"}, none;
  EXPECT_EQ(sleeping("if cfg['mode'] == 'DP':\n    use(cfg['ids'])\n", config), ids);
  EXPECT_EQ(sleeping("if cfg['local'] and cfg['mode'] == 'DP':\n    use(cfg.get('ids'))\n", config), ids);
  EXPECT_EQ(sleeping("if cfg['mode'].lower() == 'ddp':\n    pass\nelse:\n    use(cfg['ids'])\n", config), ids);
  EXPECT_EQ(sleeping("if cfg['mode'] == 'X':\n    pass\nelif cfg['mode'] == 'DP':\n    use(cfg['ids'])\n", config),
            ids);
  EXPECT_EQ(sleeping("if cfg['mode'] == 'DDP':\n    use(cfg['ids'])\n", config), none) << "read";
  EXPECT_EQ(sleeping("if cfg['mode'] == 'DP' or unknown():\n    use(cfg['ids'])\n", config), none) << "may run";
  EXPECT_EQ(sleeping("if cfg['mode'] == 'DP':\n    use(cfg['ids'])\ndef more():\n    use(cfg['ids'])\n", config), none)
      << "read elsewhere";
  EXPECT_EQ(sleeping("if cfg['local'] == 2:\n    use(cfg['ids'])\n", config), none) << "closed by a number";
  EXPECT_EQ(sleeping("args = argparse.Namespace(mode='DP')\nif args.mode == 'DDP':\n    use(cfg['ids'])\n", config),
            none)
      << "closed by the command line";
  EXPECT_EQ(sleeping("for mode in ['DP', cfg['mode']]:\n    if mode == 'X':\n        use(cfg['ids'])\n", config), none)
      << "other texts are compared there, too";
  EXPECT_EQ(sleeping("if cfg['mode'] == 'DP':\n    use(cfg['ids'])\nimport nowhere\nnowhere.take(cfg)\n", config), none)
      << "the whole config goes out of sight";
}

}  // namespace
}  // namespace vramlint::usage
