// The values are those of bash: https://www.gnu.org/software/bash/manual/html_node/Shell-Arithmetic.html.
#include "config/launch/shell_arithmetic.h"

#include <gtest/gtest.h>

namespace vramlint::config {
namespace {

std::optional<int64_t> calculated(const std::string& text) {
  const std::optional<std::string> expression = arithmetic_in(text);
  if (!expression) return {};
  return shell_arithmetic(*expression, [](std::string_view name) -> std::optional<std::string> {
    if (name == "BATCH") return "64";
    if (name == "WORD") return "many";
    return {};
  });
}

TEST(ShellArithmetic, CalculatesWholeNumbers) {
  EXPECT_EQ(calculated("$((2 + 3 * 4))"), 14);
  EXPECT_EQ(calculated("$(( (2 + 3) * 4 ))"), 20);
  EXPECT_EQ(calculated("$((BATCH / 3 % 4))"), 1);  // 64 / 3 is 21
  EXPECT_EQ(calculated("$((-${BATCH} - -1))"), -63);
  EXPECT_EQ(calculated("$[ $BATCH/2 ]"), 32);
  EXPECT_EQ(calculated("expr $BATCH \\* 2"), 128);
}

TEST(ShellArithmetic, KnowsNoOtherTexts) {
  for (const char* text : {"$((BATCH ** 2))", "$((GPUS * 2))", "$((WORD))", "$((1 / 0))", "$((1 % 0))", "$((2 +))",
                           "$(())", "$((9007199254740993 * 2))", "date +%s", "expr length abc", ""})
    EXPECT_EQ(calculated(text), std::nullopt) << text;
}

TEST(ShellArithmetic, NestsNoDeeperThanItsLimit) {
  const std::string deep(200'000, '('), minus(200'000, '-');
  EXPECT_EQ(calculated("$((" + deep + "1))"), std::nullopt);
  EXPECT_EQ(calculated("$((" + minus + "1))"), 1);
}

}  // namespace
}  // namespace vramlint::config
