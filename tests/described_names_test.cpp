// Names of libraries as programs write them: those that later releases dropped, options of command lines, packages that
// a program hides behind modules of its own.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

/// A layer of 1024 x 1024 weights, 4 MiB, and what makes an optimizer of its parameters.
Said layer(const std::string& imports, const std::string& optimizer, const std::string& backward) {
  return said_of_script("import torch\nfrom torch import nn\n" + imports +
                        "net = nn.Linear(1024, 1024, bias=False).cuda()\n"
                        "opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)\n" +
                        optimizer +
                        "for step in range(100):\n    loss = net(torch.randn(1, 1024, device='cuda')).mean()\n"
                        "    opt.zero_grad()\n" +
                        backward + "    opt.step()\n");
}

// A layer of 8 x 24 weights and 24 biases: 8 and 3 are the defaults.
TEST(DescribedNames, SpecsOfArgumentsAreThoseOfTheirRelease) {
  const Said said = said_of_script(
      "import inspect\nimport torch\nfrom torch import nn\n"
      "def made(size, width=8, times=3, *rest, **more):\n    pass\n"
      "def typed(width: int = 7):\n    pass\n"
      "args, varargs, keywords, defaults = inspect.getargspec(made)\n"
      "assert (args, varargs, keywords) == (['size', 'width', 'times'], 'rest', 'more')\n"
      "try:\n    inspect.getargspec(typed)\n    times = 1\nexcept ValueError:\n    times = defaults[1]\n"
      "net = nn.Linear(defaults[0], 8 * times)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for step in range(10):\n    net(torch.zeros(4, 8)).sum().backward()\n    opt.step()\n");
  expect_parameters(said, 8 * 24 + 24);
}

// Kept in bfloat16 is the layer's input, and in float32 what is squared: 64 rows of 1024 each.
TEST(DescribedNames, OptionsOfATrainerTakeWhatItsArgumentsTake) {
  const Said said = said_of_script(
      "from argparse import ArgumentParser\nimport torch\nfrom torch import nn\nimport pytorch_lightning as pl\n"
      "from torch.utils.data import DataLoader, TensorDataset\n"
      "class Net(pl.LightningModule):\n    def __init__(self):\n        super().__init__()\n"
      "        self.f = nn.Linear(1024, 1024)\n"
      "    def training_step(self, batch, i):\n        return self.f(batch[0]).pow(2).mean()\n"
      "    def configure_optimizers(self):\n        return torch.optim.Adam(self.parameters())\n"
      "class Data(pl.LightningDataModule):\n    def __init__(self, width: int = None, keeps: bool = False):\n"
      "        super().__init__()\n"
      "p = Data.add_argparse_args(pl.Trainer.add_argparse_args(ArgumentParser()))\n"
      "args = p.parse_args('--precision bf16 --devices 1 --accelerator gpu --limit_train_batches 0.5 --deterministic'\n"
      "                    ' --overfit_batches 2 --auto_lr_find lr --gpus 1 --width 3 --keeps'.split())\n"
      "assert (args.precision, args.devices, args.limit_train_batches) == ('bf16', '1', 0.5)\n"
      "assert (args.deterministic, args.overfit_batches, args.auto_lr_find) == (True, 2, 'lr')\n"
      "assert args.width + 1 == 4 and args.keeps is True and args.max_epochs is None\n"
      "assert p.parse_args(['--precision', '16']).precision == 16 and p.parse_args([]).precision == 32\n"
      "assert p.parse_args(['--logger', 'false']).logger is False\n"
      "pl.Trainer.from_argparse_args(args).fit(Net(), DataLoader(TensorDataset(torch.randn(4096, 1024)), 64))\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.config["saved_for_backward"], 64 * 1024 * (2 + 4));
}

TEST(DescribedNames, DescriptionsImportDescriptionsWhateverTheProgramHas) {
  const std::string program =
      "import torch\nfrom torch import nn\nfrom accelerate import Accelerator\nOWN\n"
      "accelerator = Accelerator()\nnet = nn.Linear(WIDTH, 1024)\nopt = torch.optim.Adam(net.parameters())\n"
      "loader = torch.utils.data.DataLoader(torch.randn(4096, WIDTH), 64)\n"
      "net, opt, loader = accelerator.prepare(net, opt, loader)\n"
      "for x in loader:\n    accelerator.backward(net(x).mean())\n    opt.step()\n    opt.zero_grad()\n";
  const auto said_with = [&](const std::string& own, const std::string& width) {
    std::string text = program;
    text.replace(text.find("OWN"), 3, own);
    for (size_t at = text.find("WIDTH"); at != std::string::npos; at = text.find("WIDTH")) text.replace(at, 5, width);
    const ScratchFolder folder;
    folder.put("train.py", text);
    folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n    script: {path: train.py}\n");
    if (own != "pass") folder.put("pytorch_lightning/__init__.py", "width = 512\n");
    if (own != "pass") folder.put("pytorch_lightning/callbacks/__init__.py", "class ModelCheckpoint:\n    pass\n");
    return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  };
  const Said plain = said_with("pass", "512");
  const Said hidden = said_with("import pytorch_lightning as own", "own.width");
  EXPECT_EQ(plain.status(), "estimated") << plain.config["unknowns"] << plain.findings;
  expect_parameters(hidden, 512 * 1024 + 1024);
  EXPECT_EQ(hidden.allocated(), plain.allocated());
}

// Weight decay takes a product as large as the weight, in the step, where no activations are left.
TEST(DescribedNames, LayerWiseRatesKeepNothing) {
  const std::string plain = "    loss.backward()\n";
  const Said by_hand = layer("", "", plain);
  const Said scaled = layer("from apex.parallel.LARC import LARC\n", "opt = LARC(opt, 0.001, clip=False)\n", plain);
  EXPECT_EQ(scaled.status(), "estimated") << scaled.config["unknowns"] << scaled.findings;
  EXPECT_EQ(states(scaled), 4 * kMiB);  // the momentum
  EXPECT_LE(scaled.allocated(), by_hand.allocated() + 4 * kMiB);
  EXPECT_GE(scaled.allocated(), by_hand.allocated() + 4 * kMiB - 64 * 1024);
}

TEST(DescribedNames, AnOptimizerThatIsNotKnownGoesThroughAmp) {
  const std::string scaled = "    with amp.scale_loss(loss, opt) as scaled:\n        scaled.backward()\n";
  const std::string cast = "net, opt = amp.initialize(net, opt, opt_level='O1')\n";
  const Said known = layer("from apex import amp\n", cast, scaled);
  const Said unknown =
      layer("from apex import amp\nfrom layer_rates import Rates\n", "opt = Rates(opt)\n" + cast, scaled);
  EXPECT_EQ(known.status(), "estimated") << known.config["unknowns"] << known.findings;
  EXPECT_EQ(unknown.status(), "partial") << unknown.config["unknowns"] << unknown.findings;
  EXPECT_EQ(states(unknown), 4 * kMiB);  // the momentum
}

}  // namespace
}  // namespace vramlint::tests
