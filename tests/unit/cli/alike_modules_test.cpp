#include "alike_modules.h"

#include <gtest/gtest.h>

namespace vramlint {
namespace {

Contributor of(std::string module, int64_t bytes, std::string op = "linear") {
  return {std::move(module), std::move(op), Category::activation, Bytes(bytes), {}};
}

std::vector<std::string> told(const std::vector<Contributor>& contributors, size_t most = 10) {
  std::vector<std::string> texts;
  for (const Contributor& one : alike_together(contributors, most))
    texts.push_back(one.module + " " + std::to_string(one.bytes.count) + " x" + std::to_string(one.modules));
  return texts;
}

using Texts = std::vector<std::string>;

TEST(AlikeModules, BlocksOfAStackAreOne) {
  EXPECT_EQ(told({of("net.blocks.0.mlp", 5), of("head", 9), of("net.blocks.1.mlp", 7)}),
            (Texts{"net.blocks.*.mlp 12 x2", "head 9 x1"}));
}

TEST(AlikeModules, ANumberThatAllHaveStays) {
  EXPECT_EQ(told({of("stage.2.0.fc", 1), of("stage.2.1.fc", 1)}), Texts{"stage.2.*.fc 2 x2"});
  EXPECT_EQ(told({of("stage.2.0.fc", 1)}), Texts{"stage.2.0.fc 1 x1"});
}

TEST(AlikeModules, AnotherNameDepthOrOperatorIsAnother) {
  EXPECT_EQ(told({of("a.0", 4), of("b.0", 3), of("a.0.1", 2), of("a.1", 1, "gelu"), of("", 1)}).size(), 5U);
}

TEST(AlikeModules, TheLargestAreTold) {
  EXPECT_EQ(told({of("a", 3), of("b.0", 2), of("b.1", 2)}, 1), Texts{"b.* 4 x2"});
}

}  // namespace
}  // namespace vramlint
