#include <gtest/gtest.h>

#include <chrono>

#include "python_text.h"

namespace vramlint::syntax {
namespace {

struct Row {
  const char* text;
  int line;
  const char* message;  ///< part of it
};

TEST(PythonProblems, StandWhereTheFaultIs) {
  const Row rows[] = {
      {"a = 1\nb = = 2\nc = 3\n", 2, "invalid syntax"},
      {"x = 010\n", 1, "leading zeros"},
      {"x = 10L\n", 1, "long integers"},
      {"x = 1\nprint 'a'\n", 2, "`print` needs parentheses"},
      {"exec 'a'\n", 1, "`exec` needs parentheses"},
      {"a <> b\n", 1, "`<>`"},
      {"try: x\nexcept A, b: y\n", 2, "except A as name"},
      {"raise A, 'b'\n", 1, "one exception"},
      {"def f():\nx = 1\n", 1, "indented block"},
      {"x = 'a' b'c'\n", 1, "cannot be mixed"},
      {"x = '\\x4'\n", 1, "escape"},
      {"x = '\\U00110000'\n", 1, "no character"},
      {"x = b'é'\n", 1, "ASCII"},
      {"def f():\n  nonlocal y\n", 2, "no binding for nonlocal 'y'"},
      {"nonlocal y\n", 1, "module level"},
      {"class A:\n  [y := x for x in z]\n", 2, "class body"},
      {"<<<<<<< HEAD\nx = 1\n", 1, "merge conflict"},
      {"assert a, b, c\n", 1, "assert"},
      {"x = a = b += 1\n", 1, "invalid syntax"},
      {"f'{}'\n", 1, ""},
      {"x = (1\ny = 2\n", 1, ""},
  };
  for (const Row& row : rows) {
    const Source source("a.py", row.text);
    const auto module = parse_python(source);
    ASSERT_FALSE(module->problems.empty()) << row.text;
    const Problem& problem = module->problems[0];
    EXPECT_EQ(problem.kind, ProblemKind::syntax_error) << row.text;
    EXPECT_EQ(problem.span.start().line, row.line) << row.text << problem.message.text();
    EXPECT_NE(problem.message.text().find(row.message), std::string::npos) << row.text << problem.message.text();
  }
}

TEST(PythonProblems, TheRestStillParses) {
  const Source source(
      "a.py",
      "import a\nmodel = dict(type='X')\nbad = dict(a=1 b=2)\nlr = 0.1\n\n\ndef f(x):\n  y = = 1\n  return x\n");
  const auto module = parse_python(source);
  const std::string text = to_text(module->body);
  EXPECT_EQ(module->problems.size(), 2U);
  EXPECT_NE(text.find("(Import a) (Assign [(Name model)] (Call (Name dict) [type=\"X\"]))"), std::string::npos) << text;
  EXPECT_NE(text.find("(Assign [(Name lr)] (Float 0.1"), std::string::npos) << text;
  EXPECT_NE(text.find("(Return (Name x))"), std::string::npos) << text;
  EXPECT_NE(text.find("Invalid"), std::string::npos) << text;
}

std::string repeated(std::string_view text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

std::string staircase(std::string_view line, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += std::string(i, ' ') + std::string(line);
  return text + std::string(count, ' ') + "pass\n";
}

TEST(PythonProblems, HostileTextsEndSoonInAProblem) {
  const std::pair<const char*, std::string> rows[] = {
      {"parentheses", "x = " + repeated("(", 10000) + "1" + repeated(")", 10000)},
      {"lists", "x = " + repeated("[", 10000) + repeated("]", 10000)},
      {"dicts", "x = " + repeated("{1:", 10000) + "1" + repeated("}", 10000)},
      {"open brackets", "x = " + repeated("[({", 60000)},
      {"signs", "x = " + repeated("-", 20000) + "1"},
      {"stars", "x = " + repeated("*", 200000)},
      {"attributes", "x" + repeated(".a", 20000)},
      {"sum", "x = " + repeated("1+", 20000) + "1"},
      {"bits", "x = " + repeated("1^2&", 10000) + "1"},
      {"elif", "if x: y\n" + repeated("elif x: y\n", 5000)},
      {"indentation", staircase("if x:\n", 1000)},
      {"functions", staircase("def f():\n", 500)},
      {"ten megabytes", repeated("x = f(1)\n", (10 << 20) / 9)},
      {"one statement", "x = f(" + repeated("1, ", 100000) + ")"},
      {"words", repeated("class\n", 20000)},
      {"f-strings", "x = " + repeated("f'{", 2000) + "1" + repeated("}'", 2000)},
      {"noise", repeated("\x7f)]}'\"@$?!\n\t :=", 3000)},
  };
  for (const auto& [name, text] : rows) {
    const Source source("a.py", text);
    const auto begin = std::chrono::steady_clock::now();
    const auto module = parse_python(source);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    EXPECT_FALSE(module->problems.empty()) << name;
    EXPECT_LT(seconds.count(), 5.0) << name;  // a hundredth of it is usual; the limit allows for sanitizers
  }
}

TEST(PythonProblems, LongFilesParseInPieces) {
  std::string text;
  for (int i = 0; i < 8000; ++i) text += "@a\ndef f" + std::to_string(i) + "(x):\n  return '''\nx = (''', x\n";
  const Source source("a.py", text);
  const auto module = parse_python(source);
  EXPECT_TRUE(module->problems.empty());
  EXPECT_EQ(module->body.size(), 8000U);
  EXPECT_EQ(module->body.back()->span.end, text.size() - 1);
}

TEST(PythonProblems, ALongListParsesInPiecesThatAreOneList) {
  const std::string text = "y = 1\nx = [" + repeated("1, ", 100000) + "z]\n";
  const Source source("a.py", text);
  const auto module = parse_python(source);
  EXPECT_TRUE(module->problems.empty());
  ASSERT_EQ(module->body.size(), 2U);
  EXPECT_EQ(module->body[1]->span.text(), text.substr(6, text.size() - 7));
  const auto& items = std::get<ListDisplay>(std::get<Assign>(module->body[1]->node).value->node).items;
  ASSERT_EQ(items.size(), 100001U);
  EXPECT_EQ(items[50000]->span.begin, 6U + 5 + 3 * 50000);
  EXPECT_EQ(items.back()->span.text(), "z");
}

TEST(PythonProblems, CountsTheDepthThatItAllows) {
  const Source shallow("a.py", "x = " + repeated("[", 100) + repeated("]", 100));
  EXPECT_TRUE(parse_python(shallow)->problems.empty());
  const Source deep("a.py", "x = " + repeated("[", 200) + repeated("]", 200) + "\ny = 1\n");
  const auto module = parse_python(deep);
  ASSERT_EQ(module->problems.size(), 1U);
  EXPECT_EQ(module->problems[0].kind, ProblemKind::too_complex);
  EXPECT_EQ(module->body.size(), 2U);
}

}  // namespace
}  // namespace vramlint::syntax
