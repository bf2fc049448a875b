// What build() says of models that are right, and of those that are not.
#include <gtest/gtest.h>

#include <algorithm>

#include "fixture.h"

namespace vramlint::model {
namespace {

const char* const kLinear = R"(
import torch.nn as nn

class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        if width % 8:
            raise ValueError(f"width {width} is not a multiple of 8")
        self.fc = nn.Linear(width, 4)

    def forward(self, x):
        return self.fc(x)
)";

Recipe linear() {
  Recipe recipe;
  recipe.files["net.py"] = kLinear;
  recipe.model = "net.Net(cfg.width)";
  recipe.inputs = {"float32[cfg.batch, cfg.width]"};
  recipe.loss = "mse";
  return recipe;
}

TEST(Build, WritesOneStepDown) {
  Recipe recipe = linear();
  recipe.set("width", 16);
  recipe.set("batch", 2);
  BuildResult result = recipe.build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Graph& graph = result.built->phases.at(0);
  EXPECT_EQ(graph.parameter_count(false), 16 * 4 + 4);
  ASSERT_EQ(graph.parameters.size(), 2u);
  EXPECT_EQ(graph.parameters[0].name, "fc.weight");
  EXPECT_EQ(graph.inputs.size(), 2u);  // x and the target that mse compares with
  ASSERT_TRUE(result.built->batch);
  EXPECT_EQ(result.built->batch->key, "batch");
  EXPECT_EQ(result.built->batch->value, 2);
  ASSERT_EQ(result.built->shape_keys.size(), 1u);
  EXPECT_EQ(result.built->shape_keys[0].key, "width");
  EXPECT_EQ(graph.modules.at(1), "fc");
}

// A mask; Python's own `bool` stays what it is.
TEST(Build, AnInputMayBeOfTruths) {
  Recipe recipe;
  recipe.files["net.py"] =
      "from torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self, on):\n        super().__init__()\n"
      "        assert isinstance(on, bool)\n        self.fc = nn.Linear(16, 4)\n\n    def forward(self, x, mask):\n"
      "        return self.fc(x)[mask.any(-1)]\n";
  recipe.model = "net.Net(bool(1))";
  recipe.inputs = {"float32[2, 16]", "bool[2, 77]"};
  recipe.loss = "sum";
  const BuildResult result = recipe.build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Graph& graph = result.built->phases.at(0);
  ASSERT_EQ(graph.inputs.size(), 2u);
  EXPECT_EQ(graph.tensors[graph.inputs[1]].type.dtype, graph::Dtype::boolean);
}

// The model is there; it is the setting that is wrong.
TEST(Build, NamesOfNothingInASettingAreInvalid) {
  Recipe recipe = linear();
  recipe.set("width", 16);
  recipe.set("batch", 2);
  recipe.inputs = {"flaot32[cfg.batch, cfg.width]"};
  BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, BuildFailure::Kind::invalid_value) << result.failure->message;
  recipe.inputs = {"float32[cfg.batch, cfg.width]"};
  recipe.loss = "mes";
  result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, BuildFailure::Kind::invalid_value) << result.failure->message;
  recipe.loss = "mse";
  recipe.model = "net.Nett(cfg.width)";
  result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, BuildFailure::Kind::unresolved) << result.failure->message;
}

/// PyTorch 1.13: "linear(): argument 'input' (position 1) must be Tensor, not tuple".
TEST(Build, ATupleInATensorsPlaceRaises) {
  Recipe recipe = linear();
  recipe.set("width", 16);
  recipe.set("batch", 2);
  recipe.model = "torch.nn.Sequential(torch.nn.LSTM(cfg.width, 8), torch.nn.Linear(8, 4))";
  const BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, BuildFailure::Kind::raised) << result.failure->message;
  EXPECT_NE(result.failure->message.find("TypeError"), std::string::npos) << result.failure->message;
  EXPECT_NE(result.failure->message.find("must be Tensor, not tuple"), std::string::npos) << result.failure->message;
}

TEST(Build, PlacesAnUnknownLossInTheRecipe) {
  Recipe recipe = linear();
  recipe.set("width", 16);
  recipe.set("batch", 2);
  recipe.loss = "outputs.mean().item()";
  const BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_TRUE(result.failure->span.source->text().ends_with("# in the file"));
}

TEST(Build, NodesKnowModuleAndLine) {
  Recipe recipe = linear();
  recipe.set("width", 16);
  recipe.set("batch", 2);
  BuildResult result = recipe.build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Graph& graph = result.built->phases[0];
  const graph::Node* node = nullptr;
  for (const graph::Event& event : graph.events) {
    if (!node) node = std::get_if<graph::Node>(&event);
  }
  ASSERT_TRUE(node);
  EXPECT_EQ(graph.modules[node->module], "fc");
  EXPECT_EQ(node->span.source->path(), "net.py");
  EXPECT_EQ(node->span.start().line, 12);
}

TEST(Build, LossAndOutputAreCarriedIntoTheNextIteration) {
  Recipe recipe = linear();
  recipe.set("width", 16);
  recipe.set("batch", 2);
  BuildResult result = recipe.build();
  ASSERT_TRUE(result.built) << result.failure->message;
  // The input, its target, the output and the loss.
  EXPECT_EQ(result.built->phases[0].carried.size(), 4u);
}

// Parameters as torch 1.13 counts them: sum(p.numel() for p in make_model(name, 3).parameters()).
TEST(Build, TheSoilMoistureExampleHasPyTorchsParameters) {
  const std::pair<const char*, int64_t> expected[] = {{"cell_lstm", 6541}, {"volume", 7081}, {"volume_small", 1453}};
  for (const auto& [name, parameters] : expected) {
    Recipe recipe;
    recipe.root = std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests" / "examples" / "soil_moisture";
    recipe.model = "src.models.make_model('" + std::string(name) + "', channels=3)";
    recipe.inputs = {"float32[1, 4, 3, 6, 7]"};
    recipe.loss = "mse";
    BuildResult result = recipe.build();
    ASSERT_TRUE(result.built) << name << ": " << result.failure->message;
    EXPECT_EQ(result.built->phases[0].parameter_count(false), parameters) << name;
    // predict_days: 7 of config/config.yaml, read when the module is imported.
    const graph::Graph& graph = result.built->phases[0];
    EXPECT_EQ(graph::to_string(graph.tensors[graph.inputs.at(1)].type.shape), "[1, 7, 1, 6, 7]") << name;
  }
}

TEST(Build, AZeroBatchLeadsToItsKey) {
  Recipe recipe = linear();
  recipe.set("width", 16);
  recipe.set("batch", 0);
  BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, BuildFailure::Kind::invalid_value);
  ASSERT_EQ(result.failure->keys.size(), 1u);
  EXPECT_EQ(result.failure->keys[0].key, "batch");
  EXPECT_EQ(result.failure->span.text(), "0");
}

TEST(Build, ARaisingConstructorNamesTheKeyBehindIt) {
  Recipe recipe = linear();
  recipe.set("width", 12);
  recipe.set("batch", 2);
  BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, BuildFailure::Kind::raised);
  EXPECT_EQ(result.failure->message, "ValueError: width 12 is not a multiple of 8");
  EXPECT_TRUE(std::any_of(result.failure->keys.begin(), result.failure->keys.end(),
                          [](const interp::OriginAtom& atom) { return atom.key == "width"; }));
  EXPECT_EQ(result.failure->span.start().line, 8);
}

TEST(Build, ACheckInsideTorchIsToldWhereTheLayerIsMade) {
  Recipe recipe;
  recipe.files["net.py"] = "import torch.nn as nn\n\ndef make(cfg):\n    return nn.GroupNorm(32, cfg.width)\n";
  recipe.model = "net.make(cfg)";
  recipe.inputs = {"float32[1, cfg.width, 4, 4]"};
  recipe.set("width", 48);
  BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->message, "ValueError: num_channels must be divisible by num_groups");
  EXPECT_EQ(result.failure->span.source->path(), "net.py");
  EXPECT_EQ(result.failure->span.start().line, 4);
  ASSERT_FALSE(result.failure->keys.empty());
  EXPECT_EQ(result.failure->keys[0].key, "width");
}

TEST(Build, AShapeMismatchIsPyTorchsError) {
  Recipe recipe = linear();
  recipe.inputs = {"float32[cfg.batch, 7]"};
  recipe.set("width", 16);
  recipe.set("batch", 2);
  BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, BuildFailure::Kind::raised);
  // torch 1.13: torch.nn.Linear(16, 4)(torch.zeros(2, 7))
  EXPECT_EQ(result.failure->message, "RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x7 and 16x4)");
}

TEST(Build, AnUnknownOperatorIsNamedWithItsPlace) {
  Recipe recipe;
  recipe.files["net.py"] =
      "import torch\nimport torch.nn as nn\n\nclass Net(nn.Module):\n    def forward(self, x):\n"
      "        return torch.no_such_operator(x)\n";
  recipe.model = "net.Net()";
  recipe.inputs = {"float32[1, 2]"};
  BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, BuildFailure::Kind::unsupported);
  EXPECT_NE(result.failure->message.find("no_such_operator"), std::string::npos);
  EXPECT_EQ(result.failure->span.start().line, 6);
}

TEST(Build, AModelThatIsNowhereIsUnresolved) {
  Recipe recipe = linear();
  recipe.model = "nets.other.Net(cfg.width)";
  recipe.set("width", 16);
  recipe.set("batch", 2);
  BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, BuildFailure::Kind::unresolved);
}

TEST(Build, AMissingInputShapeSaysWhatToAdd) {
  Recipe recipe = linear();
  recipe.inputs = {};
  recipe.set("width", 16);
  BuildResult result = recipe.build();
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, BuildFailure::Kind::unknown_shape);
  EXPECT_NE(result.failure->message.find("inputs:"), std::string::npos);
}

}  // namespace
}  // namespace vramlint::model
