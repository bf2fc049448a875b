#include "interp/list_limits.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "interp/followed.h"
#include "interp/shown.h"

namespace vramlint::interp {

namespace {

bool says_any(const syntax::Body& body, std::initializer_list<std::string> words) {
  return std::ranges::any_of(body, [&](const syntax::StmtPtr& statement) {
    const std::string_view text = statement->span.text();
    return std::ranges::any_of(words,
                               [&](const std::string& word) { return text.find(word) != std::string_view::npos; });
  });
}

bool adds(const syntax::Body& body, const std::string& list) {
  return says_any(body, {list + ".append(", list + ".extend(", list + ".insert("});
}

bool lets_go(const syntax::Body& body, const std::string& list) {
  return says_any(body, {list + ".pop(", list + ".popleft(", "del " + list + "[", list + ".remove("});
}

/// A number that is written there, or known by a name.
Value number_of(const Frame& frame, const syntax::Expr& expr) {
  if (const auto* literal = std::get_if<syntax::IntLiteral>(&expr.node)) return Value::integer(literal->value);
  return shown_by(frame, expr);
}

}  // namespace

void note_list_limit(Interpreter& interpreter, const Frame& frame, const syntax::Expr& condition, const Arms& arms) {
  const auto* compare = std::get_if<syntax::Compare>(&condition.node);
  if (!compare || compare->rest.size() != 1) return;
  const syntax::Expr &left = *compare->first, &right = *compare->rest.front().second;
  const syntax::Expr *of_left = length_asked(left), *of_right = length_asked(right);
  if (!of_left == !of_right) return;
  Follower* follower = following(interpreter, condition.span);
  if (!follower) return;
  const std::string list((of_left ? *of_left : *of_right).span.text());
  if (!adds(arms.taken, list) && !lets_go(arms.other, list)) return;
  const Value whole = shown_by(frame, of_left ? *of_left : *of_right);
  const Value most = number_of(frame, of_left ? right : left);
  if (whole.is_object() && most.is_int() && most.as_int() > 0) follower->limits_list(whole, most.as_int());
}

void note_ring(Interpreter& interpreter, const Frame& frame, const Value& container, const syntax::Expr& index) {
  const auto* remainder = std::get_if<syntax::Binary>(&index.node);
  if (!remainder || remainder->op != syntax::BinaryOp::mod || !container.as<Dict>()) return;
  Follower* follower = following(interpreter, index.span);
  const Value most = follower ? number_of(frame, *remainder->right) : Value();
  if (most.is_int() && most.as_int() > 0) follower->limits_list(container, most.as_int());
}

}  // namespace vramlint::interp
