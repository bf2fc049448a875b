#include "interp/quiet_turns.h"

#include <algorithm>

#include "interp/heap.h"
#include "interp/objects.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

using Kind = TextTest::Kind;

bool is_name(const syntax::Expr& expr, const syntax::Symbol& name) {
  const auto* found = std::get_if<syntax::Name>(&expr.node);
  return found && found->variable.name == name;
}

/// Of a literal, or of a tuple of literals.
std::optional<std::vector<std::string_view>> texts_of(const syntax::Expr& expr) {
  if (const auto* one = std::get_if<syntax::StringLiteral>(&expr.node)) return {{one->value}};
  const auto* many = std::get_if<syntax::TupleDisplay>(&expr.node);
  if (!many) return {};
  std::vector<std::string_view> texts;
  for (const auto& item : many->items) {
    const auto* one = std::get_if<syntax::StringLiteral>(&item->node);
    if (!one) return {};
    texts.push_back(one->value);
  }
  return texts;
}

std::optional<TextTest> test_of(const syntax::Expr& expr, const syntax::Symbol& name, int depth);

std::optional<TextTest> call_test(const syntax::Call& call, const syntax::Symbol& name) {
  const auto* method = std::get_if<syntax::Attribute>(&call.callee->node);
  if (!method || !is_name(*method->object, name) || call.arguments.size() != 1) return {};
  if (call.arguments[0].kind != syntax::Argument::Kind::positional) return {};
  const std::string& asked = method->name.text();
  if (asked != "startswith" && asked != "endswith") return {};
  auto texts = texts_of(*call.arguments[0].value);
  if (!texts) return {};
  return TextTest{asked == "startswith" ? Kind::begins : Kind::ends, std::move(*texts), {}};
}

std::optional<TextTest> membership_test(const syntax::Compare& compare, const syntax::Symbol& name) {
  const auto* text = std::get_if<syntax::StringLiteral>(&compare.first->node);
  if (!text || compare.rest.size() != 1 || !is_name(*compare.rest[0].second, name)) return {};
  TextTest holds{Kind::holds, {text->value}, {}};
  if (compare.rest[0].first == syntax::CompareOp::in) return holds;
  if (compare.rest[0].first != syntax::CompareOp::not_in) return {};
  return TextTest{Kind::negated, {}, {std::move(holds)}};
}

std::optional<TextTest> test_of(const syntax::Expr& expr, const syntax::Symbol& name, int depth) {
  constexpr int kDeepest = 8;
  if (depth > kDeepest) return {};
  if (const auto* call = std::get_if<syntax::Call>(&expr.node)) return call_test(*call, name);
  if (const auto* compare = std::get_if<syntax::Compare>(&expr.node)) return membership_test(*compare, name);
  if (const auto* unary = std::get_if<syntax::Unary>(&expr.node)) {
    if (unary->op != syntax::UnaryOp::logical_not) return {};
    auto part = test_of(*unary->operand, name, depth + 1);
    if (!part) return {};
    return TextTest{Kind::negated, {}, {std::move(*part)}};
  }
  const auto* chain = std::get_if<syntax::BoolChain>(&expr.node);
  if (!chain) return {};
  TextTest test{chain->is_and ? Kind::all : Kind::any, {}, {}};
  for (const auto& operand : chain->operands) {
    auto part = test_of(*operand, name, depth + 1);
    if (!part) return {};
    test.parts.push_back(std::move(*part));
  }
  return test;
}

/// The variable that holds the text.
const syntax::Symbol* text_variable(const syntax::Expr& target, bool& is_numbered) {
  const syntax::Expr* expr = &target;
  const auto* tuple = std::get_if<syntax::TupleDisplay>(&target.node);
  is_numbered = tuple != nullptr;
  if (tuple) {
    if (tuple->items.size() != 2 || !std::holds_alternative<syntax::Name>(tuple->items[0]->node)) return nullptr;
    expr = tuple->items[1].get();
  }
  const auto* name = std::get_if<syntax::Name>(&expr->node);
  return name ? &name->variable.name : nullptr;
}

}  // namespace

bool TextTest::holds_for(std::string_view text) const {
  const auto any_text = [&](auto fits) { return std::any_of(texts.begin(), texts.end(), fits); };
  const auto fits = [&](const TextTest& part) { return part.holds_for(text); };
  switch (kind) {
    case Kind::begins:
      return any_text([&](std::string_view wanted) { return text.starts_with(wanted); });
    case Kind::ends:
      return any_text([&](std::string_view wanted) { return text.ends_with(wanted); });
    case Kind::holds:
      return find_text(text, texts[0]) != std::string_view::npos;
    case Kind::negated:
      return !fits(parts[0]);
    case Kind::all:
      return std::all_of(parts.begin(), parts.end(), fits);
    case Kind::any:
      return std::any_of(parts.begin(), parts.end(), fits);
  }
  return false;
}

QuietTurns::QuietTurns(const syntax::For& loop) {
  if (loop.body.empty()) return;
  const auto* branch = std::get_if<syntax::If>(&loop.body.front()->node);
  if (!branch || !branch->otherwise.empty()) return;
  when_ = branch->then.size() == 1 && std::holds_alternative<syntax::Continue>(branch->then[0]->node);
  if (!when_ && loop.body.size() > 1) return;
  const syntax::Symbol* name = text_variable(*loop.target, is_numbered_);
  if (name) test_ = test_of(*branch->condition, *name, 0);
}

bool QuietTurns::is_quiet(const Value& text) const {
  return text.is_string() && text.origin() == 0 && test_->holds_for(text.as_string()) == when_;
}

void QuietTurns::pass_over(Interpreter& interpreter, const Value& iterator, const Span& span) {
  if (!test_) return;
  const auto* source = iterator.as<Iterator>();
  if (!source || (source->type_name() == "enumerate") != is_numbered_) return;
  const Value* ahead = source->ahead();
  if (!ahead || !is_quiet(*ahead)) return;
  if (!std::exchange(has_run_, true)) return;
  Iterator& passing = interpreter.heap().write(*source);
  constexpr int kTurn = 4;
  do {
    interpreter.budget().touch(kTurn, span);
    interpreter.budget().touch_text(ahead->as_string().size(), span);
    passing.pass(interpreter);
    ahead = passing.ahead();
  } while (ahead && is_quiet(*ahead));
}

}  // namespace vramlint::interp
