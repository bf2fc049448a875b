// What nobody says of the machine, the command line and what is installed: it is listed, and it is no mistake.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

TEST(OpenWorld, PackageThatIsLookedForIsListed) {
  const std::string build =
      "\n\n\ndef build():\n    model = Net()\n    model.c = nn.Linear(4, 5 if HAVE else 7, bias=False)\n    return "
      "model\n";
  for (const char* asks : {"import importlib.util\nHAVE = importlib.util.find_spec('deepspeed') is not None",
                           "from importlib.util import find_spec\nHAVE = bool(find_spec('deepspeed'))"}) {
    SCOPED_TRACE(asks);
    Project project;
    project.model = "m.build()";
    const Said said = project.check(std::string("\n\n") + asks + build);
    EXPECT_EQ(said.parameters(), 3523 + 28);
    EXPECT_TRUE(said.assumes("`deepspeed` is taken not to be installed"));
    project.more = "    packages: {deepspeed: null}\n";
    EXPECT_FALSE(project.check(std::string("\n\n") + asks + build).assumes("deepspeed"));
    project.more = "    packages: {deepspeed: \"0.14\"}\n";
    EXPECT_EQ(project.check(std::string("\n\n") + asks + build).parameters(), 3523 + 20);
  }
  EXPECT_FALSE(built("import importlib.util\nassert importlib.util.find_spec('m')").assumes("not to be installed"));
}

TEST(OpenWorld, WhatTheProgramAsksTheMachineIsNoMistake) {
  for (const char* asks :
       {"assert torch.cuda.device_count() == 8, 'need 8'",
        "if torch.cuda.device_count() < 2: raise SystemExit('2 GPUs')",
        "assert torch.cuda.get_device_capability()[0] >= 9", "import sys\npath = sys.argv[1]",
        "import sys\nif len(sys.argv) < 2: sys.exit('usage: m.py PATH')",
        "import sys\nassert sys.version_info >= (3, 12)", "import os\nsize = os.environ.get('PARTS').split(',')",
        "import os\nassert 'PARTS' in os.environ", "import sys\nat = sys.argv.index('--config')",
        "import sys\nname, path = sys.argv", "import sys\npath = sys.argv[1:][0]", "assert input('go? ') == 'y'",
        "from pathlib import Path\nif not Path('weights').is_dir(): raise RuntimeError('run get_weights.sh')",
        "import torch.distributed as dist\nassert dist.get_world_size() == 8",
        "import numpy\nassert numpy.__version__ < '1.20'", "import sys\nassert sys.platform == 'win32'",
        "import timm\nassert timm.__version__ == '0.3.2'",
        "import os\nassert os.path.isfile('weights/vgg.pth'), 'download weights'"}) {
    SCOPED_TRACE(asks);
    const Said said = built(asks);
    EXPECT_EQ(said.mistakes(), 0);
    EXPECT_EQ(said.status(), "estimated");
    EXPECT_EQ(said.parameters(), 3523);
  }
  EXPECT_TRUE(built("assert torch.cuda.device_count() == 8").assumes("--gpus 8 says it"));
  EXPECT_TRUE(built("import sys\nif len(sys.argv) < 2: sys.exit('usage')").assumes("`script: {args: [...]}`"));
  EXPECT_TRUE(built("import timm\nassert timm.__version__ == '0.3.2'").assumes("`packages:` in vramlint.yaml says it"));
}

TEST(OpenWorld, WhatFailsWhateverTheMachineSaysIsAMistake) {
  EXPECT_EQ(built("torch.cuda.device_count()\nnn.Linear(4, 5)(torch.zeros(2, 3))").mistakes(), 1);
  EXPECT_EQ(built("import sys\nsys.argv[0]\nraise ValueError('always')").mistakes(), 1);
  Project project;
  project.model = "m.build()";
  project.more = "    packages: {timm: \"0.9.1\"}\n";
  EXPECT_EQ(project.check("\n\nimport timm\nassert timm.__version__ == '0.3.2'\n\n\ndef build():\n    return Net()\n")
                .mistakes(),
            1);
}

TEST(OpenWorld, ArmThatIsGuessedIsNotTheUsersFault) {
  const std::string freeze =
      "    if model(inputs[0]).mean() > 10:\n        for p in model.parameters(): p.requires_grad = False\n"
      "        x = model.a(inputs[0]) + model.a(inputs[0])\n    model(inputs[0]).mean().backward()\n    opt.step()\n";
  const Said said = stepping("import torch", "torch.optim.Adam(model.parameters())", freeze);
  EXPECT_EQ(said.mistakes(), 0);
  EXPECT_EQ(said.status(), "partial");
  EXPECT_TRUE(said.lists("is not followed, for the program fails after it ("));
  EXPECT_EQ(states(said), kTwoStates);
  EXPECT_TRUE(said.assumes("the program fails after the other one"));
  // Both arms fail alike.
  const Said both =
      stepping("import torch", "torch.optim.Adam(model.parameters())",
               "    if model(inputs[0]).mean() > 10: x = model.a(inputs[0])\n    nn.Linear(4, 5)(inputs[0])\n");
  EXPECT_EQ(both.mistakes(), 1);
}

TEST(OpenWorld, ArmThatFreezesLeavesTheOtherAlone) {
  const Said said = stepping("import torch", "torch.optim.Adam(model.parameters())",
                             "    if torch.isnan(model.a.weight.grad).any():\n"
                             "        for p in model.parameters(): p.requires_grad = False\n        return\n"
                             "    assert model.a.weight.requires_grad\n    opt.step()\n");
  EXPECT_EQ(said.mistakes(), 0);
  EXPECT_EQ(states(said), kTwoStates);
}

TEST(OpenWorld, ScriptsImportsFillRegistries) {
  const std::string registry = "NETS = {}\n\n\ndef register(make):\n    NETS[make.__name__] = make\n    return make\n";
  for (const char* imports : {"import nets.zoo\n", "from nets import zoo\n", "from nets.zoo import *\n",
                              "try:\n    import nets.zoo\nexcept ImportError:\n    pass\n"}) {
    SCOPED_TRACE(imports);
    Project project;
    project.model = "registry.NETS['small']()";
    project.more = "    script: train.py\n";
    project.files = {{"registry.py", registry},
                     {"nets/__init__.py", ""},
                     {"nets/zoo.py",
                      "from registry import register\nfrom m import Net\n\n\n@register\ndef small():\n"
                      "    return Net()\n"},
                     {"train.py", std::string(imports) + "raise SystemExit\n"}};
    const Said said = project.check("");
    EXPECT_EQ(said.mistakes(), 0);
    EXPECT_EQ(said.parameters(), 3523);
  }
}

TEST(OpenWorld, TextsThatAreEvaluatedSeeNames) {
  const Said said = built(
      "def has(name): return hasattr(model, name) and eval(f'model.{name}')\nassert has('a') is model.a\n"
      "assert [eval(f'model.{name}') for name in 'ab'] == [model.a, model.b]\n"
      "assert (lambda name: hasattr(model, name) and eval('model.' + name))('b') is model.b");
  EXPECT_EQ(said.status(), "estimated");
  for (const char* model : {"eval('m.' + 'Net')()", "eval(cfg.net)", "eval(f'torch.nn.{\"Sequential\"}')(m.Net())"}) {
    SCOPED_TRACE(model);
    Project project;
    project.model = model;
    project.files = {{"config/a.yaml", "net: m.Net()\n"}};
    EXPECT_EQ(project.check("").parameters(), 3523);
  }
}

TEST(OpenWorld, HyperparametersAreKept) {
  const std::string head =
      "\n\nfrom pytorch_lightning import LightningModule\n\n\nclass Base(LightningModule):\n"
      "    def __init__(self, net, width=3, *rest, **more):\n        super().__init__()\n        "
      "self.save_hyperparameters(";
  const std::string tail =
      ")\n        self.net = net\n\n    def forward(self, x):\n        return self.net(x)\n\n\nclass Own(Base):\n"
      "    def __init__(self, depth, net):\n        super().__init__(net, 4, 5, lr=0.1)\n\n\ndef build():\n    h = ";
  const auto kept = [&](const std::string& saved, const std::string& made, const std::string& asserted) {
    Project project;
    project.model = "m.build()";
    const std::string end = "\n    model = h\n    h = model.hparams\n    assert " + asserted + "\n    return model\n";
    return project.check(head + saved + tail + made + end).status();
  };
  EXPECT_EQ(
      kept("logger=False", "Base(Net(), lr=2)", "h.width == 3 and h['lr'] == 2 and set(h) == {'net', 'width', 'lr'}"),
      "estimated");
  EXPECT_EQ(kept("ignore=['net']", "Base(Net())", "dict(h) == {'width': 3}"), "estimated");
  EXPECT_EQ(kept("ignore='net'", "Own(2, Net())", "dict(h) == {'width': 4, 'lr': 0.1, 'depth': 2}"), "estimated");
  EXPECT_EQ(kept("'width'", "Base(Net())", "dict(h) == {'width': 3}"), "estimated");
  EXPECT_EQ(kept("{'a': 1}", "Base(Net())", "h.a == 1 and len(h) == 1"), "estimated");
  // Lightning has no such attribute either, but its module is described here in part.
  EXPECT_EQ(kept("", "Base(Net())", "h.absent"), "not_estimable");
}

TEST(OpenWorld, WhatADescribedBaseLacksIsNotTheUsersFault) {
  const std::string head =
      "\n\nfrom timm.layers import Mlp\n\n\nclass Own(Mlp):\n    def __init__(self):\n"
      "        super().__init__(in_features=256)\n        ";
  Project project;
  project.model = "m.Own()";
  for (const char* lacking : {"del self.absent", "self.absent", "self.absent.weight = 1", "self.absent()",
                              "delattr(self, 'absent')", "super().absent()", "Own.absent"}) {
    SCOPED_TRACE(lacking);
    const Said said = project.check(head + lacking + "\n");
    EXPECT_EQ(said.status(), "not_estimable");
    EXPECT_EQ(said.mistakes(), 0);
    EXPECT_EQ(said.findings.at(0)["message"].get<std::string>().find("not modelled: "), 0u);
  }
  EXPECT_EQ(forward("pass", "del self.absent").mistakes(), 1) << "a class of the program's own";
}

TEST(OpenWorld, ForwardMayBeThatOfABaseThatIsNotThere) {
  for (const char* head : {"class Own(other.Base)", "class Own(other.Mixin, nn.Module)"}) {
    SCOPED_TRACE(head);
    Project project;
    project.model = "m.Own()";
    const Said said =
        project.check(std::string("\n\nimport other\n\n\n") + head +
                      ":\n    def __init__(self):\n        super().__init__()\n        self.net = Net()\n");
    EXPECT_EQ(said.mistakes(), 0);
    EXPECT_EQ(said.status(), "not_estimable");
  }
  Project project;
  project.model = "m.Own()";
  EXPECT_EQ(project.check("\n\nimport other\n\n\nclass Own(other.Mixin, Net):\n    pass\n").status(), "partial");
  EXPECT_EQ(project.check("\n\nclass Own(nn.Module):\n    pass\n").mistakes(), 1);
}

TEST(OpenWorld, WhatABaseThatIsNotThereHadCanBeDeleted) {
  Project project;
  project.model = "m.Own()";
  const Said said = project.check(
      "\n\nimport other\n\n\nclass Own(other.Base):\n    def __init__(self):\n        super().__init__()\n"
      "        del self.head\n        self.net = Net()\n\n    def forward(self, x):\n        return self.net(x)\n");
  EXPECT_EQ(said.mistakes(), 0);
  EXPECT_EQ(said.status(), "partial");
  EXPECT_EQ(said.parameters(), 3523);
}

}  // namespace
}  // namespace vramlint::tests
