// Slices that take a whole dimension: which of them autograd sees, by release. `print(y.grad_fn)` of 1.13.1 says so for
// each of them; for 2.11 the requests of a backward on an H100 (truth: vit_base_patch16_224 in float32).
#include <gtest/gtest.h>

#include "fixture.h"

namespace vramlint::model {
namespace {

int64_t slices(const std::string& index, const std::string& torch) {
  Recipe recipe;
  recipe.files["m.py"] =
      "from torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
      "        self.a = nn.Linear(8, 6)\n\n    def forward(self, x):\n        h = self.a(x)\n        return h" +
      index + "\n";
  recipe.model = "m.Net()";
  recipe.inputs = {"float32[4, 8]"};
  recipe.loss = "sum";
  recipe.torch = torch;
  const BuildResult result = recipe.build();
  if (!result.built) return -1;
  int64_t found = 0;
  for (const graph::Event& event : result.built->phases.at(0).events) {
    const auto* node = std::get_if<graph::Node>(&event);
    found += node && node->call.op->schema.starts_with("slice.Tensor(") ? 1 : 0;
  }
  return found;
}

TEST(WholeSlices, AreRecordedBeforePyTorch29) {
  EXPECT_EQ(slices("[:, 0]", "1.13"), 1);  // SelectBackward0 of SliceBackward0
  EXPECT_EQ(slices("[:, :3]", "1.13"), 2);
  EXPECT_EQ(slices("[:, :3]", "2.4"), 2);
  EXPECT_EQ(slices("[:, 0]", "2.11"), 0);
  EXPECT_EQ(slices("[:, :3]", "2.11"), 1);
}

TEST(WholeSlices, ThatEndAtTheLengthAreLeftAway) {
  EXPECT_EQ(slices("[0:4, :3]", "1.13"), 1);
  EXPECT_EQ(slices("[0:5, :3]", "1.13"), 2);
  EXPECT_EQ(slices("[..., :3]", "1.13"), 1);
}

TEST(WholeSlices, ThatStandAloneAreViewsOfTheirOwn) {
  EXPECT_EQ(slices("[:]", "1.13"), 1);
  EXPECT_EQ(slices("[:]", "2.11"), 1);
  EXPECT_EQ(slices("[0:4]", "1.13"), 1);
}

}  // namespace
}  // namespace vramlint::model
