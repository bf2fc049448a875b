#include "usage/loads.h"

#include <algorithm>

#include "usage/walk.h"

namespace vramlint::usage {

bool Loads::is_it(const syntax::Expr& expr) const {
  const auto* name = std::get_if<syntax::Name>(&expr.node);
  return name && name->variable.name.text() == name_;
}

bool Loads::in(const syntax::Stmt& statement) const {
  const bool ran = notes_.ran(&statement);
  if (ruled_out_.contains(&statement) || (ran && only_keeps(statement))) return false;
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
  bool found = is_it(expr);
  each_part(expr, {[&](const syntax::Expr& inner) {
                     if (of_ != Of::whole || !asks_for_entry(expr, inner)) found = found || in(inner);
                   },
                   [&](const syntax::Stmt& inner) { found = found || in(inner); }});
  return found;
}

namespace {

/// Functions that only look at what they are given.
bool looks_only(const syntax::Call& call) {
  constexpr std::string_view kNames[] = {"hasattr", "getattr", "isinstance", "type", "len", "print", "str", "repr"};
  const auto* name = std::get_if<syntax::Name>(&call.callee->node);
  return name && std::find(std::begin(kNames), std::end(kNames), name->variable.name.text()) != std::end(kNames);
}

}  // namespace

/// `x.name`, `x[name]`, `hasattr(x, name)`
bool Loads::asks_for_entry(const syntax::Expr& whole, const syntax::Expr& part) const {
  const auto* subscript = std::get_if<syntax::Subscript>(&whole.node);
  const auto* call = std::get_if<syntax::Call>(&whole.node);
  return is_it(part) &&
         (std::holds_alternative<syntax::Attribute>(whole.node) || (subscript && subscript->object.get() == &part) ||
          (of_ == Of::whole && call && looks_only(*call)));
}

/// Of what ran: comparisons are known, with what they found; a call got the value, or its method was called.
bool Loads::is_followed(const syntax::Expr& whole, const syntax::Expr& part) const {
  if (!is_it(part)) return false;
  return std::holds_alternative<syntax::Compare>(whole.node) || std::holds_alternative<syntax::Call>(whole.node) ||
         std::holds_alternative<syntax::Attribute>(whole.node) || (of_ != Of::value && asks_for_entry(whole, part));
}

bool Loads::used_by(const syntax::Expr& expr) const {
  if (is_it(expr)) return true;
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

}  // namespace vramlint::usage
