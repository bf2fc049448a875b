// einops' patterns against the operators of torch that they stand for: the same result, and the same bytes on the way.
// What an array of numpy's is where a shape is made of it: numpy 1.24's answers.
#include <gtest/gtest.h>

#include "fixture.h"

namespace vramlint::model {
namespace {

struct Made {
  std::string shape;
  int64_t bytes = 0;  ///< of all storages
  bool operator==(const Made&) const = default;
};

Recipe forward_of(const std::string& expression) {
  Recipe recipe;
  recipe.files["net.py"] =
      "import einops\nimport numpy as np\nimport torch\nfrom torch import nn\n\n\n"
      "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
      "        self.w = nn.Parameter(torch.ones(1))\n\n    def forward(self, x):\n        x = x * self.w\n"
      "        return " +
      expression + "\n";
  recipe.model = "net.Net()";
  recipe.inputs = {"float32[2, 6, 4, 8]"};
  recipe.loss = "outputs.sum()";
  return recipe;
}

Made made_by(const std::string& expression) {
  Recipe recipe = forward_of(expression);
  BuildResult result = recipe.build();
  EXPECT_TRUE(result.built) << expression << ": " << (result.failure ? result.failure->message : "");
  if (!result.built) return {};
  const graph::Graph& graph = result.built->phases[0];
  Made made;
  for (const graph::Storage& storage : graph.storages) made.bytes += storage.bytes.point.count;
  for (const graph::Event& event : graph.events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (!node || !node->call.op->schema.starts_with("sum(")) continue;
    const graph::TensorType& type = node->call.operands.at(0).type;
    made.shape = graph::to_string(type.shape);
  }
  return made;
}

TEST(Patterns, AreTheOperatorsTheyStandFor) {
  const std::pair<const char*, const char*> same[] = {
      {"einops.rearrange(x, 'b (g c) h w -> b g (h w) c', g=2)",
       "x.reshape(2, 2, 3, 4, 8).permute(0, 1, 3, 4, 2).reshape(2, 2, 32, 3)"},
      {"einops.rearrange(x, 'b c h w -> b h w c')", "x.permute(0, 2, 3, 1)"},
      {"einops.rearrange(x, 'b c (h p) (w q) -> b (h w) (p q c)', p=2, q=4)",
       "x.reshape(2, 6, 2, 2, 2, 4).permute(0, 2, 4, 3, 5, 1).reshape(2, 4, 48)"},
      {"einops.rearrange(x, 'b ... -> b (...)')", "x.reshape(2, 192)"},
      {"einops.rearrange([x, x], 'n b c h w -> b (n c) h w')",
       "torch.stack([x, x]).permute(1, 0, 2, 3, 4).reshape(2, 12, 4, 8)"},
      {"einops.reduce(x, 'b c (h 2) (w 2) -> b c h w', 'max')",
       "x.reshape(2, 6, 2, 2, 4, 2).permute(0, 1, 2, 4, 3, 5).amax((4, 5))"},
      {"einops.reduce(x, 'b c ... -> b c', 'mean')", "x.mean((2, 3))"},
      {"einops.repeat(x, 'b c h w -> b (c 3) h w')", "x.unsqueeze(2).expand(-1, -1, 3, -1, -1).reshape(2, 18, 4, 8)"},
      {"einops.repeat(x, 'b c h w -> n b c h w', n=2)", "x.unsqueeze(0).expand(2, -1, -1, -1, -1)"},
      {"einops.einsum(x, x, 'b c h w, b d h w -> b c d')", "torch.einsum('bchw,bdhw->bcd', x, x)"},
      {"einops.pack([x, x[:, :, 0]], 'b c *')[0]", "torch.cat([x.reshape(2, 6, 32), x[:, :, 0].reshape(2, 6, 8)], 2)"},
  };
  for (const auto& [pattern, operators] : same) {
    const Made ours = made_by(pattern), explicit_ones = made_by(operators);
    EXPECT_EQ(ours.shape, explicit_ones.shape) << pattern;
    EXPECT_EQ(ours.bytes, explicit_ones.bytes) << pattern;
    EXPECT_FALSE(ours.shape.empty()) << pattern;
  }
}

TEST(Patterns, ThatDoNotFitRaise) {
  for (const char* wrong :
       {"einops.rearrange(x, 'b (g c) h w -> b g c h w', g=4)", "einops.rearrange(x, 'b c h -> b h c')",
        "einops.rearrange(x, 'b c h w -> b c h')", "einops.repeat(x, 'b c h w -> b c h w n')"}) {
    Recipe recipe = forward_of(wrong);
    BuildResult result = recipe.build();
    ASSERT_TRUE(result.failure) << wrong;
    EXPECT_EQ(result.failure->kind, BuildFailure::Kind::raised) << wrong;
    EXPECT_TRUE(result.failure->message.starts_with("EinopsError")) << result.failure->message;
  }
}

// Right: what numpy 1.24.2 yields.
TEST(Arrays, DecideShapesAsNumpyDoes) {
  const std::pair<const char*, const char*> cases[] = {
      {"torch.from_numpy(np.kron(np.eye(2), np.ones((3, 4)))).float()", "[6, 8]"},
      {"torch.tensor(np.linspace(0, 40, 7, endpoint=False, dtype=np.int64).tolist()).float()", "[7]"},
      {"torch.from_numpy(np.argwhere(np.arange(12).reshape(3, 4) % 5 == 0)).float()", "[3, 2]"},
      {"torch.from_numpy(np.stack(np.meshgrid(np.arange(3), np.arange(5)), -1)).float()", "[5, 3, 2]"},
      {"torch.zeros(int(np.cumsum([1, 2, 3])[-1]), int(np.prod((2, 3))))", "[6, 6]"},
      {"torch.from_numpy(np.cumprod(1 - np.linspace(1e-4, 2e-2, 2000))).float()", "[2000]"},
      {"torch.tensor(np.unique(np.array([3, 1, 3, 2]))).float()", "[3]"},
      {"torch.from_numpy(np.arange(24).reshape(2, 3, 4)[[0, 1], :, [1, 2]].astype(np.float32))", "[2, 3]"},
      {"torch.from_numpy(np.pad(np.zeros((2, 3)), ((1, 0), (0, 2)))).float()", "[3, 5]"},
      {"torch.as_tensor(np.convolve([1, 2, 3], [0, 1, 0.5])).float()", "[5]"},
  };
  for (const auto& [expression, shape] : cases)
    EXPECT_EQ(made_by("(x.mean() * " + std::string(expression) + ")").shape, shape) << expression;
}

}  // namespace
}  // namespace vramlint::model
