#include "usage/loads.h"

#include <algorithm>

#include "interp/text_edits.h"
#include "usage/walk.h"

namespace vramlint::usage {

bool Loads::is_it(const syntax::Expr& expr) const {
  const auto* name = std::get_if<syntax::Name>(&expr.node);
  return name && name->variable.name.text() == name_;
}

bool Loads::in(const syntax::Stmt& statement) const {
  const bool ran = notes_.ran(&statement);
  if (ruled_out_.contains(&statement) || (ran && only_keeps(statement)) || only_edits(statement)) return false;
  bool found = false;
  each_part(statement, {[&](const syntax::Expr& expr) {
                          if (!is_set(statement, expr)) found = found || (ran ? used_by(expr) : in(expr));
                        },
                        [&](const syntax::Stmt& inner) { found = found || in(inner); }});
  return found;
}

/// `x = …`
bool Loads::is_set(const syntax::Stmt& statement, const syntax::Expr& expr) const {
  const auto* assign = std::get_if<syntax::Assign>(&statement.node);
  return assign && &expr != assign->value.get() && is_it(expr);
}

bool Loads::in(const syntax::Expr& expr) const {
  if (of_ == Of::whole && asks_by_name(expr)) return false;
  bool found = is_it(expr);
  each_part(expr, {[&](const syntax::Expr& inner) { found = found || in(inner); },
                   [&](const syntax::Stmt& inner) { found = found || in(inner); }});
  return found;
}

namespace {

bool is_text(const syntax::Expr& expr) { return std::holds_alternative<syntax::StringLiteral>(expr.node); }

template <size_t kCount>
bool contains(const std::string_view (&names)[kCount], const std::string& name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Functions that only look at what they are given, and methods of a mapping that give away any entry.
constexpr std::string_view kLooks[] = {"hasattr", "getattr", "isinstance", "type", "len", "print", "str", "repr"};
constexpr std::string_view kTakes[] = {"items", "values", "keys", "get", "pop", "setdefault", "copy", "update"};

}  // namespace

/// `x.name`, `x["name"]`, `x.get("name")`, `hasattr(x, "name")`
bool Loads::asks_by_name(const syntax::Expr& expr) const {
  if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.node))
    return is_it(*attribute->object) && !contains(kTakes, attribute->name.text());
  if (const auto* subscript = std::get_if<syntax::Subscript>(&expr.node))
    return is_it(*subscript->object) && is_text(*subscript->index);
  const auto* call = std::get_if<syntax::Call>(&expr.node);
  if (!call || call->arguments.empty()) return false;
  const syntax::Expr& first = *call->arguments[0].value;
  if (const auto* name = std::get_if<syntax::Name>(&call->callee->node))
    return is_it(first) && contains(kLooks, name->variable.name.text());
  const auto* method = std::get_if<syntax::Attribute>(&call->callee->node);
  return method && is_it(*method->object) && is_text(first) &&
         std::none_of(call->arguments.begin() + 1, call->arguments.end(),
                      [this](const syntax::Argument& argument) { return in(*argument.value); });
}

/// `x.name`, `x[name]`
bool Loads::asks_for_entry(const syntax::Expr& whole, const syntax::Expr& part) const {
  const auto* subscript = std::get_if<syntax::Subscript>(&whole.node);
  return std::holds_alternative<syntax::Attribute>(whole.node) || (subscript && subscript->object.get() == &part);
}

namespace {

/// What is made of it holds the value, with where it came from.
bool gathers(const syntax::Expr& expr) {
  return std::holds_alternative<syntax::ListDisplay>(expr.node) ||
         std::holds_alternative<syntax::TupleDisplay>(expr.node) ||
         std::holds_alternative<syntax::DictDisplay>(expr.node) ||
         std::holds_alternative<syntax::Comprehension>(expr.node);
}

}  // namespace

/// Of what ran: comparisons are known, with what they found; a call got the value, or its method was called.
bool Loads::is_followed(const syntax::Expr& whole, const syntax::Expr& part) const {
  if (!is_it(part)) return false;
  return std::holds_alternative<syntax::Compare>(whole.node) || std::holds_alternative<syntax::Call>(whole.node) ||
         std::holds_alternative<syntax::Attribute>(whole.node) || gathers(whole) ||
         (of_ != Of::value && asks_for_entry(whole, part));
}

bool Loads::used_by(const syntax::Expr& expr) const {
  if (is_it(expr)) return true;
  const auto* call = std::get_if<syntax::Call>(&expr.node);
  if (call && shows_only(call->callee->span.text())) return false;
  bool found = false;
  each_part(expr, {[&](const syntax::Expr& inner) {
                     if (!is_followed(expr, inner)) found = found || used_by(inner);
                   },
                   [&](const syntax::Stmt& inner) { found = found || in(inner); }});
  return found;
}

/// `self.x = x`, `return x`: it was seen where the value went on to.
bool Loads::only_keeps(const syntax::Stmt& statement) const {
  const auto* assign = std::get_if<syntax::Assign>(&statement.node);
  const auto* leave = std::get_if<syntax::Return>(&statement.node);
  return (assign && is_it(*assign->value)) || (leave && leave->value && is_it(*leave->value));
}

/// `x = x.replace(mark, table)`: the text stays where it was.
bool Loads::only_edits(const syntax::Stmt& statement) const {
  const auto* assign = std::get_if<syntax::Assign>(&statement.node);
  return assign && assign->targets.size() == 1 && is_it(*assign->targets[0]) && interp::makes_text(*assign->value);
}

}  // namespace vramlint::usage
