#include <gtest/gtest.h>

#include "scratch_config.h"

namespace vramlint::config::tests {
namespace {

std::string dialect_of(const std::string& path, const std::string& text) {
  Scratch scratch(Texts{{path, text}});
  LoadContext context = scratch.context();
  const Dialect* dialect = recognise(*scratch.files.read(path).source, context);
  return dialect ? std::string(dialect->name) : "none";
}

TEST(Recognise, ConfigsOfMmengine) {
  EXPECT_EQ(dialect_of("a.py", "_base_ = ['x.py']\n"), "mmengine");
  EXPECT_EQ(dialect_of("a.py", "from mmengine.config import read_base\n\nwith read_base():\n    from .x import *\n"),
            "mmengine");
  EXPECT_EQ(dialect_of("a.py", "# a model\nnorm_cfg = dict(type='BN')\nmodel = dict(\n    type='X')\n"), "mmengine");
  EXPECT_EQ(dialect_of("a.py", "train_dataloader = {'batch_size': 2}\n"), "mmengine");
  EXPECT_EQ(dialect_of("a.yaml", "_base_: x.yaml\n"), "mmengine");
  EXPECT_EQ(dialect_of("a.json", "{\"_base_\": \"x.json\"}"), "mmengine");
  EXPECT_EQ(dialect_of("configs/a.py", "width = 3\nheads = dict(count=3)\n"), "mmengine");
  EXPECT_EQ(dialect_of("configs/a.py", "width = 3\nsizes = [3, 4]\n"), "mmengine");
  EXPECT_EQ(dialect_of("configs/a.py", "train_cfg = schedule\n"), "mmengine");
}

TEST(Recognise, NotEveryPythonOrYamlFile) {
  EXPECT_EQ(dialect_of("model.py", "import torch.nn as nn\n\nclass Net(nn.Module):\n    pass\n\nmodel = dict(a=1)\n"),
            "none");
  EXPECT_EQ(dialect_of("train.py", "import torch\nmodel = Net()\noptimizer = torch.optim.Adam(model.parameters())\n"),
            "none");
  EXPECT_EQ(dialect_of("train.py", "data = []\nif __name__ == '__main__':\n    main()\n"), "none");
  EXPECT_EQ(dialect_of("plot.py", "import sys\n\nwith open(sys.argv[1]) as f:\n    rows = f.read()\ndata = {}\n"),
            "none");
  EXPECT_EQ(dialect_of("x.py", "width = 3\n"), "none");
  // Numbers and texts alone, as nanoGPT's config/*.py.
  EXPECT_EQ(dialect_of("config/a.py",
                       "import time\nlr = 3e-4\nsteps = 5 * 8\nname = 'ft-' + str(time.time())\nflag = True\n"
                       "rate = lr / 10\ntext = f'{lr}'\n"),
            "none");
  // Settings as attributes of an object, as those of yacs and SimpleNamespace are.
  EXPECT_EQ(dialect_of("config/defaults.py",
                       "from fvcore.common.config import CfgNode\n\n_C = CfgNode()\n_C.MODEL = CfgNode()\n"),
            "none");
  EXPECT_EQ(dialect_of("configs/a.py", "from default_config import cfg\n\ncfg.model = dict(depth=3)\nsizes = [3]\n"),
            "none");
  // A program that calls its model by a name.
  EXPECT_EQ(dialect_of("main.py", "model = \"llama3-8b\"\nclient = Client(model)\n"), "none");
  EXPECT_EQ(dialect_of("configs/presets.py", "def small():\n    return dict(width=1)\n"), "none");
  // A module of a package whose folder has that name, as detectron2/config/defaults.py.
  EXPECT_EQ(dialect_of("package/config/defaults.py", "from .config import Node as N\n\n_C = N()\n_C.WIDTH = 3\n"),
            "none");
  // A program's own settings, which make what they set.
  EXPECT_EQ(dialect_of("configs/a.py",
                       "import torch.optim as optim\nfrom flow import loaders\n\nmodel = net(21)\n"
                       "size = 64 * optim.count()\ntrain, test = loaders(size)\nsizes = [3, 4]\n"),
            "none");
  EXPECT_EQ(dialect_of("configs/a.py", "import os.path as osp\nfrom mmengine import Config\n\nsizes = [3, 4]\n"),
            "mmengine");
  EXPECT_EQ(dialect_of("package/config/a.py", "from .parts import head\n\nmodel = dict(head=head)\n"), "mmengine");
  EXPECT_EQ(dialect_of("a.yaml", "model:\n  _base_: 3\n"), "none");
  EXPECT_EQ(dialect_of("a.txt", "_base_ = []\n"), "none");
}

TEST(Recognise, TwoMatchesAreSaid) {
  Scratch scratch(Texts{
      {"vramlint.yaml", "recipes:\n  - {name: r, configs: 'config/*.yaml', model: m.N(), inputs: 'float32[1]'}\n"},
      {"config/a.yaml", "_base_: b.yaml\n"}});
  scratch.read_project();
  LoadContext context = scratch.context();
  const Dialect* dialect = recognise(*scratch.files.read("config/a.yaml").source, context);
  ASSERT_NE(dialect, nullptr);
  EXPECT_EQ(dialect->name, "recipe");
  ASSERT_EQ(scratch.findings.items().size(), 1U) << scratch.said();
  EXPECT_EQ(scratch.findings.items()[0].severity, Severity::warning);
}

TEST(Dialects, HaveManuals) {
  for (const Dialect* dialect : dialects()) EXPECT_TRUE(dialect->manual.starts_with("# ")) << dialect->name;
  EXPECT_EQ(dialects().size(), 4U);
}

}  // namespace
}  // namespace vramlint::config::tests
