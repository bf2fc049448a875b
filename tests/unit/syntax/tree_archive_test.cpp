// A tree that was written and read again is the tree, down to places and scopes: written once more it gives the same
// bytes, and bytes hold every field.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "syntax/tree_archive.h"

namespace vramlint::syntax {
namespace {

std::string read_text(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(TreeArchive, EveryFileOfThePreludeComesBack) {
  const std::filesystem::path prelude = std::filesystem::path(VRAMLINT_SOURCE_DIR) / "analyzer/prelude";
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(prelude)) {
    if (entry.path().extension() != ".py") continue;
    const Source source(entry.path().string(), read_text(entry.path()));
    const std::string bytes = write_tree(*parse_python(source));
    EXPECT_EQ(write_tree(*read_tree(bytes, source)), bytes) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 200);
}

const Stmt& only_statement(const PythonModule& module) { return *module.body.at(0); }

TEST(TreeArchive, KeepsNumbersTextsAndPlaces) {
  const Source source("m.py",
                      "x = [-1.5, 9223372036854775807, 0x1ffffffffffffffff, 'caf\xC3\xA9\\0', b'\\xff', ..., True]\n");
  const auto module = read_tree(write_tree(*parse_python(source)), source);
  const auto& assign = std::get<Assign>(only_statement(*module).node);
  EXPECT_EQ(assign.targets.at(0)->span, (Span{&source, 0, 1}));
  const auto& items = std::get<ListDisplay>(assign.value->node).items;
  EXPECT_EQ(std::get<FloatLiteral>(std::get<Unary>(items.at(0)->node).operand->node).value, 1.5);
  EXPECT_EQ(std::get<IntLiteral>(items.at(1)->node).value, INT64_MAX);
  EXPECT_FALSE(std::get<IntLiteral>(items.at(2)->node).fits);
  EXPECT_EQ(std::get<StringLiteral>(items.at(3)->node).value, std::string("caf\xC3\xA9\0", 6));
  EXPECT_EQ(std::get<BytesLiteral>(items.at(4)->node).value, "\xff");
  EXPECT_TRUE(std::get<BoolLiteral>(items.at(6)->node).value);
}

TEST(TreeArchive, KeepsScopes) {
  const Source source("m.py", "def f(a, *b, c=1):\n    def g():\n        return a\n    return g\n");
  const auto module = read_tree(write_tree(*parse_python(source)), source);
  const Function& f = *std::get<FunctionDef>(only_statement(*module).node).function;
  ASSERT_EQ(f.parameters.size(), 3u);
  EXPECT_EQ(f.parameters[1].kind, Parameter::Kind::star);
  EXPECT_EQ(f.scope.slots.at(0), Symbol("a"));
  EXPECT_TRUE(f.scope.is_cell.at(0));
  const Function& g = *std::get<FunctionDef>(f.body.at(0)->node).function;
  ASSERT_EQ(g.scope.captures.size(), 1u);
  EXPECT_EQ(g.scope.captures[0].name, Symbol("a"));
  EXPECT_EQ(g.scope.captures[0].from, Where::cell);
}

}  // namespace
}  // namespace vramlint::syntax
