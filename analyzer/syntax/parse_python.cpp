#include <algorithm>

#include "syntax/chunks.h"
#include "syntax/grammar_gaps.h"
#include "syntax/large_display.h"
#include "syntax/python_builder.h"

namespace vramlint::syntax {
namespace {

/// Larger than any model or config has been seen to be.
constexpr size_t kMaxPythonSize = size_t{1} << 20;
constexpr size_t kMaxExpressionSize = size_t{1} << 15;

void refuse(const Source& source, std::vector<Problem>& problems, const std::string& message) {
  problems.push_back({ProblemKind::too_complex, {&source, 0, 0}, message + "; not analysed"});
}

void sort_problems(std::vector<Problem>& problems) {
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return a.span.begin < b.span.begin; });
}

std::string docstring_of(const Body& body) {
  if (body.empty()) return {};
  const auto* first = std::get_if<ExprStmt>(&body[0]->node);
  const auto* text = first == nullptr ? nullptr : std::get_if<StringLiteral>(&first->value->node);
  return text == nullptr ? std::string() : text->value;
}

std::unique_ptr<Stmt> refused(const Span& span, std::string message) {
  auto made = std::make_unique<Stmt>();
  made->span = span;
  made->node = Invalid{std::move(message), true};
  return made;
}

bool parse_chunks(const Source& source, const std::vector<Chunk>& chunks, PythonModule& module) {
  const std::string& text = source.text();
  const AdaptedText adapted = adapt_text(text);
  const std::string& shown = adapted.text.empty() ? text : adapted.text;
  PythonBuilder builder(source, text, module.problems);
  for (const Chunk& chunk : chunks) {
    if (chunk.too_large && parse_large_display(shown, chunk, builder, module.body)) continue;
    if (chunk.too_large) {
      module.body.push_back(refused({&source, chunk.begin, chunk.end}, "a statement is too large to parse"));
      refuse(source, module.problems, "a statement is too large to parse");
      continue;
    }
    auto tree = std::make_unique<ConcreteTree>(shown, chunk.begin, chunk.end);
    AdaptedText starless;
    if (tree->complete() && ts_node_has_error(tree->root()) && hide_stars(shown, starless)) {
      tree = std::make_unique<ConcreteTree>(starless.text, chunk.begin, chunk.end);
    }
    if (!tree->complete()) return false;
    builder.use(*tree, std::move(starless.hidden_stars));
    builder.module(module.body);
  }
  builder.finish();
  return true;
}

/// The one expression in `(text)`: null unless the parentheses put round the text are the outermost.
TSNode wrapped_expression(PythonBuilder& builder, const ConcreteTree& tree, uint32_t size) {
  const std::vector<Branch> statements = builder.children(tree.root());
  if (statements.size() != 1 || !statements[0].is("expression_statement")) return {};
  const std::vector<Branch> parts = builder.children(statements[0].node);
  if (parts.size() != 1 || ts_node_start_byte(parts[0].node) != 0 || ts_node_end_byte(parts[0].node) != size) return {};
  const bool tuple = parts[0].is("tuple") && !builder.named_children(parts[0].node).empty();
  return tuple || parts[0].is("parenthesized_expression") ? parts[0].node : TSNode{};
}

}  // namespace

std::shared_ptr<const PythonModule> parse_python(const Source& source) {
  auto module = std::make_shared<PythonModule>();
  module->source = &source;
  const bool is_small = source.text().size() <= kMaxPythonSize;
  if (!is_small || !parse_chunks(source, split_chunks(source.text()), *module)) {
    const std::string reason = is_small ? "the file took too long to parse" : "the file is too large to parse";
    module->body.clear();
    module->body.push_back(refused({&source, 0, 0}, reason));
    refuse(source, module->problems, reason);
  }
  sort_problems(module->problems);
  module->docstring = docstring_of(module->body);
  return module;
}

PythonExpression parse_python_expression(const Source& source) {
  PythonExpression result;
  result.expr = std::make_unique<Expr>();
  result.expr->span = {&source, 0, static_cast<uint32_t>(source.text().size())};
  result.expr->node = Invalid{"not an expression"};
  // In parentheses a line break means nothing, as in a recipe's folded text; the last one ends a comment.
  const std::string text = "(" + source.text() + "\n)";
  if (text.size() > kMaxExpressionSize) {
    refuse(source, result.problems, "the expression is too large");
    return result;
  }
  ConcreteTree tree(text, 0, static_cast<uint32_t>(text.size()));
  if (!tree.complete()) {
    refuse(source, result.problems, "the expression took too long to parse");
    return result;
  }
  PythonBuilder builder(source, text, result.problems, 1);
  builder.use(tree);
  const TSNode node = wrapped_expression(builder, tree, static_cast<uint32_t>(text.size()));
  if (ts_node_is_null(node)) {
    result.problems.push_back({ProblemKind::syntax_error, result.expr->span, "not a Python expression"});
  } else {
    result.expr = builder.expression(node);
    builder.finish();
  }
  sort_problems(result.problems);
  return result;
}

}  // namespace vramlint::syntax
