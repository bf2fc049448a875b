#include "syntax/tree_store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "python_text.h"

namespace vramlint::syntax {
namespace {

namespace fs = std::filesystem;

const char* const kProgram =
    "import torch\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return self.a(x)[::2] if x else "
    "None\n";

class Stored : public testing::Test {
 protected:
  Stored() : folder_(fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
  }
  ~Stored() override { fs::remove_all(folder_); }

  std::vector<fs::path> files() const {
    std::vector<fs::path> result;
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(folder_, error))
      if (entry.is_regular_file()) result.push_back(entry.path());
    return result;
  }

  fs::path folder_;
};

std::string all_of(const PythonModule& module) { return to_text(module.body) + scopes_text(module); }

TEST_F(Stored, ATreeComesBackAsItWasParsed) {
  const Source source("net.py", kProgram), moved("elsewhere/net.py", kProgram);
  const std::string parsed = all_of(*parse_python(source));
  EXPECT_EQ(all_of(*TreeStore(folder_).parse(source)), parsed);
  ASSERT_EQ(files().size(), 1u);
  const auto again = TreeStore(folder_).parse(moved);
  EXPECT_EQ(files().size(), 1u);
  EXPECT_EQ(all_of(*again), parsed);
  EXPECT_EQ(again->source, &moved);
  EXPECT_EQ(again->body.at(1)->span.source, &moved);
}

TEST_F(Stored, AnotherTextIsAnotherTree) {
  const TreeStore store(folder_);
  const Source first("a.py", "x = 1\n"), second("a.py", "x = 2\n");
  store.parse(first);
  EXPECT_EQ(all_of(*store.parse(second)), all_of(*parse_python(second)));
  EXPECT_EQ(files().size(), 2u);
}

TEST_F(Stored, WhatIsSpoiltIsParsedAgain) {
  const Source source("net.py", kProgram);
  TreeStore(folder_).parse(source);
  std::ofstream(files().at(0), std::ios::binary) << "no tree";
  EXPECT_EQ(all_of(*TreeStore(folder_).parse(source)), all_of(*parse_python(source)));
}

TEST_F(Stored, ATextWithProblemsIsNotKept) {
  const Source source("net.py", "x = 10L\n");
  EXPECT_FALSE(TreeStore(folder_).parse(source)->problems.empty());
  EXPECT_EQ(files().size(), 0u);
}

}  // namespace
}  // namespace vramlint::syntax
