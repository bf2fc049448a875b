#include <gtest/gtest.h>

#include "python_text.h"
#include "tables.h"

namespace vramlint::syntax {
namespace {

constexpr TableRow kTrees[] = {
#include "python_trees.inc"
};
constexpr TableRow kScopes[] = {
#include "python_scopes.inc"
};

TEST(PythonTree, IsWhatCPythonParses) {
  for (const TableRow& row : kTrees) {
    const Source source("a.py", std::string(row.text));
    const auto module = parse_python(source);
    EXPECT_EQ(to_text(module->body), row.expected) << row.text;
    EXPECT_TRUE(module->problems.empty()) << row.text << "\n" << module->problems[0].message.text();
  }
}

TEST(PythonScopes, AreWhatCPythonResolves) {
  for (const TableRow& row : kScopes) {
    const Source source("a.py", std::string(row.text));
    EXPECT_EQ(scopes_text(*parse_python(source)), row.expected) << row.text;
  }
}

const Function& function_at(const Body& body, size_t index) {
  return *std::get<FunctionDef>(body.at(index)->node).function;
}

TEST(PythonScopes, CapturesNameThePlaceInTheEnclosingScope) {
  const Source source("a.py", "def f(a, b):\n  def g():\n    def h(): return b\n");
  const auto module = parse_python(source);
  const Function& f = function_at(module->body, 0);
  const Function& g = function_at(f.body, 0);
  const Function& h = function_at(g.body, 0);
  EXPECT_EQ(f.scope.is_cell, (std::vector<bool>{false, true, false}));  // a, b, g
  ASSERT_EQ(g.scope.captures.size(), 1U);
  EXPECT_EQ(g.scope.captures[0].from, Where::cell);
  EXPECT_EQ(g.scope.captures[0].index, 1);
  ASSERT_EQ(h.scope.captures.size(), 1U);
  EXPECT_EQ(h.scope.captures[0].from, Where::free);
  EXPECT_EQ(h.scope.captures[0].index, 0);
}

TEST(PythonScopes, ParametersComeFirstInTheirOrder) {
  const Source source("a.py", "def f(b, a, *c, e, d=1, **g):\n  z = 1\n");
  const auto module = parse_python(source);
  std::string names;
  for (const Symbol& slot : function_at(module->body, 0).scope.slots) names += slot.text();
  EXPECT_EQ(names, "bacedgz");
}

TEST(PythonScopes, TheClassCellHasNoSlot) {
  const Source source("a.py", "class A:\n  def f(self): return super().f()\nclass B:\n  def f(self): return 1\n");
  const auto module = parse_python(source);
  const auto& with = std::get<ClassDef>(module->body[0]->node);
  const auto& without = std::get<ClassDef>(module->body[1]->node);
  EXPECT_TRUE(with.needs_class_cell);
  EXPECT_FALSE(without.needs_class_cell);
  const Function& f = function_at(with.body, 0);
  ASSERT_EQ(f.scope.captures.size(), 1U);
  EXPECT_EQ(f.scope.captures[0].name.text(), "__class__");
  EXPECT_EQ(f.scope.captures[0].from, Where::cell);
  EXPECT_EQ(f.scope.captures[0].index, -1);
}

TEST(PythonScopes, YieldMakesAGenerator) {
  const Source source("a.py", "def f():\n  yield\ndef g():\n  def h(): yield\n  return (x for x in y)\n");
  const auto module = parse_python(source);
  EXPECT_TRUE(function_at(module->body, 0).scope.is_generator);
  EXPECT_FALSE(function_at(module->body, 1).scope.is_generator);
}

TEST(PythonTree, KeepsDocstrings) {
  const Source source("a.py",
                      "'module'\ndef f():\n  '''func\n  tion'''\nclass A:\n  'cl' 'ass'\n  x = 1\ndef g(): b'no'\n");
  const auto module = parse_python(source);
  EXPECT_EQ(module->docstring, "module");
  EXPECT_EQ(function_at(module->body, 1).docstring, "func\n  tion");
  EXPECT_EQ(std::get<ClassDef>(module->body[2]->node).docstring, "class");
  EXPECT_EQ(function_at(module->body, 3).docstring, "");
}

TEST(PythonTree, SpansAreTheTextOfTheNode) {
  const Source source("a.py", "value = call(1, key=[a, 'b'])  # c\nif x: y.z = -3\n");
  const auto module = parse_python(source);
  const auto& assign = std::get<Assign>(module->body[0]->node);
  EXPECT_EQ(module->body[0]->span.text(), "value = call(1, key=[a, 'b'])");
  EXPECT_EQ(assign.targets[0]->span.text(), "value");
  EXPECT_EQ(assign.value->span.text(), "call(1, key=[a, 'b'])");
  const auto& call = std::get<Call>(assign.value->node);
  EXPECT_EQ(call.arguments[1].name_span.text(), "key");
  EXPECT_EQ(call.arguments[1].value->span.text(), "[a, 'b']");
  const auto& branch = std::get<If>(module->body[1]->node);
  const auto& inner = std::get<Assign>(branch.then[0]->node);
  EXPECT_EQ(inner.targets[0]->span.text(), "y.z");
  EXPECT_EQ(std::get<Attribute>(inner.targets[0]->node).name_span.text(), "z");
  EXPECT_EQ(inner.value->span.text(), "-3");
}

TEST(PythonTree, AsyncIsMarkedOrInvalid) {
  const Source source("a.py",
                      "async def f():\n  await g()\nasync def h():\n  async with a as b: c = 1\n  return b, c\n");
  const auto module = parse_python(source);
  EXPECT_TRUE(module->problems.empty());
  EXPECT_TRUE(function_at(module->body, 0).is_async);
  const Function& h = function_at(module->body, 1);
  EXPECT_TRUE(std::holds_alternative<Invalid>(h.body[0]->node));
  // What the statement binds is still local.
  EXPECT_EQ(to_text(h.body).find("!"), std::string::npos);
  EXPECT_EQ(h.scope.slots.size(), 2U);
}

TEST(PythonTree, MatchIsAChainOfIf) {
  const Source source("a.py", "match x:\n  case [a, b]: c = a\n  case _:\n    d = 1\ny = 1\n");
  const auto module = parse_python(source);
  EXPECT_TRUE(module->problems.empty());
  const auto& first = std::get<If>(module->body.at(0)->node);
  EXPECT_EQ(first.then.size(), 3U);  // a, b, and the body
  ASSERT_EQ(first.otherwise.size(), 1U);
  EXPECT_EQ(std::get<If>(first.otherwise[0]->node).then.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<Assign>(module->body.at(1)->node));
}

TEST(PythonTree, PatternsThatAreNotSupportedAreInvalidAlone) {
  const Source source("a.py", "match x:\n  case 1 + 2j: c = 1\n  case _: d = 1\n");
  const auto module = parse_python(source);
  EXPECT_TRUE(module->problems.empty());
  EXPECT_NE(to_text(module->body).find("not supported"), std::string::npos);
  EXPECT_EQ(std::get<If>(module->body.at(0)->node).otherwise.size(), 1U);
}

// ---------------------------------------------------------------- one expression

std::string expression_text(std::string text) {
  const Source source("recipe", std::move(text));
  const PythonExpression result = parse_python_expression(source);
  return result.problems.empty() ? to_text(*result.expr) : "problem: " + result.problems[0].message.text();
}

TEST(PythonExpression, IsOneExpression) {
  EXPECT_EQ(expression_text("cfg.x"), "(Attribute (Name cfg) x)");
  EXPECT_EQ(expression_text("  f(\n  1)  # c"), "(Call (Name f) [(Int 1)])");
  EXPECT_EQ(expression_text("a,\nb"), "(Tuple [(Name a) (Name b)])");
  EXPECT_EQ(expression_text("()"), "(Tuple [])");
  for (const char* text :
       {"", "  ", "# c", "a = 1", "a b", "import x", "a)(b", "a) + (b", "a; b", "f(", "x for x in y"}) {
    EXPECT_TRUE(expression_text(text).starts_with("problem: ")) << text << expression_text(text);
  }
}

TEST(PythonExpression, HasSpansOfItsOwnText) {
  const Source source("recipe", "get(cfg.a, 2)");
  const PythonExpression result = parse_python_expression(source);
  EXPECT_EQ(result.expr->span.text(), "get(cfg.a, 2)");
  const auto& call = std::get<Call>(result.expr->node);
  EXPECT_EQ(call.arguments[0].value->span.text(), "cfg.a");
  EXPECT_EQ(call.arguments[1].value->span.text(), "2");
}

}  // namespace
}  // namespace vramlint::syntax
