// Packages that everybody imports and that keep nothing on the GPU: they are described, and nothing is listed.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

TEST(OpenPackages, WhatOnlyLooksAtTheModelChangesNothing) {
  for (const char* statements :
       {"import wandb\nwandb.watch(model)", "from torchinfo import summary\nsummary(model, (2, 3, 8, 8))",
        "from torchsummary import summary\nsummary(model, (3, 8, 8))",
        "from thop import profile\nflops, params = profile(model, inputs=(torch.ones(1, 3, 8, 8),))",
        "import mlflow.pytorch\nmlflow.pytorch.log_model(model, 'm')",
        "from torch.utils.tensorboard import SummaryWriter\nSummaryWriter('x').add_histogram('w', model.a.weight, 1)",
        "import torchmetrics\nmodel.acc = torchmetrics.MetricCollection([torchmetrics.Accuracy(task='binary')])",
        "from torchmetrics.classification import accuracy\nmodel.acc = accuracy.Accuracy(task='binary')"}) {
    SCOPED_TRACE(statements);
    const Said said = built(statements);
    EXPECT_EQ(said.status(), "estimated");
    EXPECT_EQ(said.parameters(), 3523);
  }
}

TEST(OpenPackages, MetricsAreSaidOnce) {
  const Said said =
      built("import torchmetrics as t\nmodel.acc = t.Accuracy(task='binary')\nmodel.loss = t.MeanMetric()");
  EXPECT_EQ(said.config["assumptions"].size(), 1U);
  EXPECT_TRUE(said.assumes("what metrics of torchmetrics keep and take on the way is not counted"));
}

TEST(OpenPackages, DecoratorsThatCheckAndTimeHandBack) {
  Project project;
  project.model = "m.Other()";
  for (const char* decorator :
       {"torch.profiler.record_function('f')", "torch.autograd.profiler.record_function('f')", "beartype.beartype",
        "beartype.beartype(conf=beartype.BeartypeConf())", "jaxtyping.jaxtyped(typechecker=beartype.beartype)",
        "typeguard.typechecked", "loguru.logger.catch", "loguru.logger.catch(reraise=True)", "nvtx.annotate('f')",
        "gin.configurable", "gin.configurable(module='x')", "line_profiler.profile",
        "torch.nn.utils.clip_grad._no_grad", "other.add_start_docstrings('x')", "other.deprecated",
        "other.app.command()", "other.main(config_path='x')"}) {
    SCOPED_TRACE(decorator);
    const Said said = project.check(
        std::string("\n\nimport beartype, gin, jaxtyping, line_profiler, loguru, nvtx, other, typeguard\n\n\n"
                    "class Other(Net):\n    @") +
        decorator + "\n    def forward(self, x):\n        return super().forward(x)\n");
    EXPECT_EQ(said.status(), "estimated");
    EXPECT_EQ(said.parameters(), 3523);
  }
  EXPECT_TRUE(built("import gin\ngin.parse_config_file('x.gin')").lists("what gin binds arguments to is not read"));
}

TEST(OpenPackages, ModuleOfTheHubIsAModule) {
  Project project;
  project.model = "m.Other()";
  const Said said = project.check(
      "\n\nfrom huggingface_hub import PyTorchModelHubMixin\n\n\n"
      "class Other(Net, PyTorchModelHubMixin, library_name='x', tags=['a']):\n    pass\n");
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_EQ(said.parameters(), 3523);
}

/// Four heads of 16 on 2 x 65,536 rows; `attend` has q, k, v as batch, rows, heads, head.
Said attending(const std::string& imports, const std::string& attend) {
  Project project;
  project.model = "m.Other()";
  project.setup = "torch.optim.Adam(model.parameters())";
  project.step = "m.step";
  return project.check("\n\n" + imports +
                       "\n\n\nclass Other(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                       "        self.qkv = nn.Linear(3, 192)\n\n    def forward(self, x):\n"
                       "        q, k, v = self.qkv(x.reshape(2, 65536, 3)).view(2, 65536, 3, 4, 16).unbind(2)\n"
                       "        return " +
                       attend +
                       "\n\n\ndef step(model, state, inputs):\n    model(inputs[0]).mean().backward()\n"
                       "    state.step()\n    state.zero_grad()\n");
}

TEST(OpenPackages, AttentionOfKernelsKeepsNoMap) {
  // What goes in, of which q, k and v are parts, what comes out, and a float32 for each row of each head.
  constexpr int64_t kSaved = int64_t{2} * 65'536 * (192 + 64 + 4) * 4;
  const Said said = attending("try:\n    import xformers.ops as kernels\nexcept ImportError:\n    kernels = None",
                              "kernels.memory_efficient_attention(q, k, v, kernels.LowerTriangularMask())");
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_EQ(said.config["saved_for_backward"], kSaved);
  EXPECT_TRUE(said.assumes("`xformers` is taken to be installed"));
  const Said flash = attending("from flash_attn import flash_attn_qkvpacked_func as attend",
                               "attend(torch.stack((q, k, v), 2).half(), causal=True)");
  EXPECT_EQ(flash.status(), "estimated");
  EXPECT_FALSE(flash.assumes("flash_attn"));
  // In float16: the stacked projections, what comes out, and the rows' sums; the map alone would be 69 GiB.
  EXPECT_LE(flash.config["saved_for_backward"].get<int64_t>(), int64_t{2} * 65'536 * ((192 + 64) * 2 + 4 * 4) + 4'096);
}

// flash_attn has no kernel for float32 (flash_attn_interface.py, 2.5).
TEST(OpenPackages, FlashAttentionTakesHalfPrecisionAlone) {
  const Said said = attending("from flash_attn import flash_attn_qkvpacked_func as attend",
                              "attend(torch.stack((q, k, v), 2), causal=True)");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_NE(said.findings.dump().find("fp16 and bf16"), std::string::npos) << said.findings;
}

TEST(OpenPackages, ApexIsAsTorch) {
  const Said said = built(
      "from apex.normalization import FusedLayerNorm\nfrom apex.parallel import convert_syncbn_model\n"
      "model.c = convert_syncbn_model(nn.Sequential(FusedLayerNorm(8), nn.BatchNorm2d(4)))");
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_EQ(said.parameters(), 3523 + 16 + 8);
  const Said fused = stepping("from apex.optimizers import FusedAdam", "FusedAdam(model.parameters())");
  EXPECT_GE(states(fused), kTwoStates);
  EXPECT_EQ(fused.status(), "estimated");
  EXPECT_EQ(states(stepping("from apex.optimizers import FusedSGD", "FusedSGD(model.parameters(), lr=0.1)")), 0);
}

TEST(OpenPackages, DerivedOptimizerIsWhatItIsDerivedFrom) {
  // SGD without momentum has no states; an optimizer of which nothing is known is taken to have two.
  const std::string derived = "import torch\n\n\nclass Mine(torch.optim.SGD):\n    pass";
  EXPECT_EQ(states(stepping(derived, "Mine(model.parameters(), lr=0.1)")), 0);
}

TEST(OpenPackages, SettingsAreRead) {
  Project project;
  project.model = "m.build()";
  project.files = {{"base.yaml", "lr: 1e-4\nsize: 8\nnet:\n  width: ${size}\n  name: w${.width}\n"},
                   {"more.yaml", "NET:\n  DEPTH: 3\n"}};
  // Net's 3,523, a line of 16 to 3 with its bias.
  const Said omega = project.check(R"(

from omegaconf import OmegaConf


def build():
    read = OmegaConf.merge(OmegaConf.load("base.yaml"), OmegaConf.from_dotlist(["size=16", "net.depth=3"]))
    assert read.net.name == "w16" and isinstance(read.lr, float)
    model = Net()
    model.c = nn.Linear(read.net.width, read.net.depth)
    return model
)");
  EXPECT_EQ(omega.status(), "estimated") << omega.findings;
  EXPECT_EQ(omega.parameters(), 3523 + 16 * 3 + 3);
  const Said yacs = project.check(R"(

from fvcore.common.config import CfgNode as Nodes
from easydict import EasyDict


def build():
    read = Nodes()
    read.NET = Nodes({"WIDTH": 16, "DEPTH": 2})
    read.merge_from_file("more.yaml")
    read.merge_from_list(["NET.WIDTH", "8"])
    read.freeze()
    model = Net()
    model.c = nn.Linear(read.clone().NET.WIDTH, EasyDict({"a": {"b": read.NET.DEPTH}}).a.b)
    return model
)");
  EXPECT_EQ(yacs.status(), "estimated") << yacs.findings;
  EXPECT_EQ(yacs.parameters(), 3523 + 8 * 3 + 3);
}

// Which release is installed nobody says; a program that can do without the package does without it.
TEST(OpenPackages, WhatStandsInForAPackageIsNotThePackage) {
  Project project;
  project.model = "m.build()";
  const std::string source = R"(

from importlib.metadata import version
try:
    from transformers import BertModel
except ImportError:
    BertModel = None


def build():
    model = Net()
    if BertModel is not None:
        model.c = nn.Linear(4, 4)
        if version("transformers").startswith("4.36"):
            raise RuntimeError("this release is not supported")
    return model
)";
  const Said without = project.check(source);
  EXPECT_EQ(without.status(), "estimated") << without.findings;
  EXPECT_EQ(without.parameters(), 3523);
  project.files = {{"requirements.txt", "transformers>=4.28\n"}};
  const Said stated = project.check(source);
  EXPECT_EQ(stated.mistakes(), 0) << stated.findings;
  EXPECT_EQ(stated.parameters(), 3523 + 4 * 4 + 4);
}

// ConfigArgParse's README: `key = value`, `#` comments, what stands on the command line counts more.
TEST(OpenPackages, AFileOfSettingsInItsOwnFormIsAConfig) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "torch: \"2.4\"\nrecipes:\n  - configs: [settings/*.txt]\n"
             "    script: {path: train.py, args: [--config, \"{config}\", --inner, \"5\"]}\n");
  folder.put("settings/a.txt", "# wide\nwidth = 16\ninner: 7\ndeep = True\nsizes = [3, 2]\n");
  folder.put("train.py", R"(
import configargparse, torch
import torch.nn as nn

parser = configargparse.ArgumentParser()
parser.add_argument("--config", is_config_file=True)
parser.add_argument("--width", type=int, default=4)
parser.add_argument("--inner", type=int, default=4)
parser.add_argument("--deep", action="store_true")
parser.add_argument("--sizes", type=int, nargs="+", default=[1])
args = parser.parse_args()
last = [nn.Linear(args.inner, args.sizes[1])] if args.deep else []
net = nn.Sequential(nn.Linear(args.sizes[0], args.width), nn.Linear(args.width, args.inner), *last).cuda()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(100):
    opt.zero_grad()
    net(torch.zeros(8, 3).cuda()).sum().backward()
    opt.step()
)");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never"}));
  EXPECT_EQ(said.config["path"], "settings/a.txt");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.parameters(), 3 * 16 + 16 + 16 * 5 + 5 + 5 * 2 + 2);
}

/// A project on mmcv 1.x whose constructor runs `body`.
Said on_mmcv(const std::string& body, std::vector<std::pair<std::string, std::string>> files = {}) {
  Project project;
  project.model = "m.build()";
  project.more = "    packages: {mmcv: \"1.7.2\"}\n";
  project.files = std::move(files);
  return project.check("\n\ndef build():\n    net = Net()\n    " + body + "\n    return net\n");
}

TEST(OpenPackages, ModelSourceMayReadAConfigOfTheProject) {
  const Said said = on_mmcv(
      "from mmcv import Config\n    cfg = Config.fromfile('more/own.py')\n    assert 'gone' not in cfg.other\n"
      "    net.more = nn.Linear(cfg.model.width, cfg.model.depth)",
      {{"more/own.py", "_base_ = './base.py'\nmodel = dict(width=7)\nother = dict(_delete_=True, kept=1)\n"},
       {"more/base.py", "import os\nmodel = dict(width=3, depth=2)\nother = dict(gone=1)\n"}});
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), 3523 + 7 * 2 + 2);
}

TEST(OpenPackages, RegionsOfMmcvKeepTheirSizes) {
  const Said said = on_mmcv(
      "from mmcv.ops import SimpleRoIAlign, nms_match\n    regions = torch.zeros(7, 5)\n"
      "    found = SimpleRoIAlign((2, 3), 0.25)(torch.zeros(2, 8, 16, 16), regions)\n"
      "    assert found.shape == (7, 8, 2, 3)\n    assert len(nms_match(regions, 0.5)) == 1");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_TRUE(said.assumes("each image is taken to have as many regions as any other"));
}

// numpy 1.24: (224, 112) // np.prod([2, 2]) is array([56, 28]).
TEST(OpenPackages, ASequenceAndANumberOfNumpysMakeAnArray) {
  EXPECT_EQ(built("sizes = (224, 112) // 4").mistakes(), 1);
  Project project;
  project.model = "m.build()";
  const Said in_use = project.check(
      "\n\nimport numpy as np\n\n\ndef build():\n    model = Net()\n    sizes = (224, 112) // np.prod([2, 2])\n"
      "    model.more = nn.Linear(int(sizes[0]), int(sizes[1]))\n    return model\n");
  EXPECT_EQ(in_use.mistakes(), 0) << in_use.findings;
  EXPECT_EQ(in_use.parameters(), 3523 + 56 * 28 + 28);
  EXPECT_TRUE(in_use.assumes("a number is taken for one of numpy's"));
}

TEST(OpenPackages, SettingsOfMlCollectionsAreAttributesToo) {
  const Said said = built(
      "from ml_collections import ConfigDict\nread = ConfigDict({'net': {'width': 7}})\nread.net.depth = 2\n"
      "assert type(read.net) is ConfigDict and read.to_dict() == {'net': {'width': 7, 'depth': 2}}\n"
      "model.c = nn.Linear(read['net'].width, read.copy_and_resolve_references().net.depth)");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), 3523 + 7 * 2 + 2);
}

// An optimizer without parameters is what follows; the package is what to give.
TEST(OpenPackages, WhatIsToBeGivenIsNamedBeforeWhatFollowsFromItsAbsence) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {configs: [a.py], script: a.py}\n");
  folder.put("a.py", R"(
import elsewhere, torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = elsewhere.Body(3)
    def forward(self, x):
        return self.body(x)
net = Net().cuda()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(9):
    net(torch.zeros(8, 3).cuda()).mean().backward()
    opt.step()
)");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.py"}));
  EXPECT_EQ(said.status(), "not_estimable");
  ASSERT_EQ(said.findings.size(), 1u) << said.findings;
  const std::string message = said.findings[0]["message"];
  EXPECT_TRUE(message.find("module elsewhere is not on the search path. `--site-packages DIR`") != std::string::npos)
      << message;
  EXPECT_FALSE(message.find("empty parameter list") != std::string::npos) << message;
}

// ConfigArgParse 1.7: `argparse._ActionsContainer.add = argparse._ActionsContainer.add_argument`.
TEST(OpenPackages, GroupsOfConfigArgParseTakeWhatItsParsersTake) {
  const Said said = said_of_script(
      "import configargparse, torch\nparser = configargparse.ArgumentParser()\n"
      "group = parser.add_argument_group('model')\ngroup.add('--width', type=int, default=16, env_var='WIDTH')\n"
      "group.add_mutually_exclusive_group().add_arg('--deep', action='store_true')\nargs = parser.parse_args()\n"
      "net = torch.nn.Linear(args.width, 4).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for step in range(9):\n    opt.zero_grad()\n    net(torch.zeros(8, args.width).cuda()).sum().backward()\n"
      "    opt.step()\n");
  expect_parameters(said, 16 * 4 + 4);
}

// A package that is read from its source, and fetches weights for a model that is made: a layer of 8 numbers and a
// bias.
TEST(OpenPackages, WeightsThatTimmFetchesChangeNoModel) {
  for (const char* home : {"_builder", "helpers"}) {
    const ScratchFolder folder;
    folder.put("site/timm/__init__.py",
               "__version__ = '0.9.16'\nfrom timm.models." + std::string(home) + " import made\n");
    folder.put("site/timm/models/__init__.py", "");
    folder.put(
        "site/timm/models/" + std::string(home) + ".py",
        "import torch\ndef load_pretrained(model, cfg):\n    weights = torch.load(cfg)\n"
        "    for name in [key for key in weights if key.startswith('head')]:\n"
        "        model.register_buffer(name, weights[name])\n"
        "def made(pretrained):\n    net = torch.nn.Linear(8, 1)\n    load_pretrained(net, 'w.pth')\n    return net\n");
    folder.put("train.py",
               "import timm\nimport torch\nnet = timm.made(True).cuda()\n"
               "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(9):\n"
               "    net(torch.zeros(2, 8).cuda()).sum().backward()\n    opt.step()\n");
    folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {configs: [train.py], script: train.py}\n");
    expect_parameters(said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never",
                                                          "--site-packages", "site", "train.py"})),
                      9);
  }
}

}  // namespace
}  // namespace vramlint::tests
