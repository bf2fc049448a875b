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

}  // namespace
}  // namespace vramlint::tests
