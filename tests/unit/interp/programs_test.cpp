// Programs with what CPython 3.11 printed for them: programs/NAME.py and NAME.out (`python3 NAME.py > NAME.out`).
#include <gtest/gtest.h>

#include "interpreter.h"

namespace vramlint::interp::testing {
namespace {

std::vector<std::string> programs() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests/unit/interp/programs"))
    if (entry.path().extension() == ".py") names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

class Program : public ::testing::TestWithParam<std::string> {};

TEST_P(Program, PrintsWhatCPythonPrints) {
  const auto folder = std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests/unit/interp/programs";
  Bench bench;
  EXPECT_EQ(bench.run(read_text(folder / (GetParam() + ".py"))), read_text(folder / (GetParam() + ".out")));
}

INSTANTIATE_TEST_SUITE_P(All, Program, ::testing::ValuesIn(programs()),
                         [](const auto& program) { return program.param; });

}  // namespace
}  // namespace vramlint::interp::testing
