#include "interp/awaited.h"

#include <algorithm>

#include "interp/builtins_arguments.h"
#include "interp/shown.h"

namespace vramlint::interp {

namespace {

bool is_named(const syntax::Expr& expr) {
  if (const syntax::Expr* counted = length_asked(expr)) return is_named(*counted);
  const auto* attribute = std::get_if<syntax::Attribute>(&expr.node);
  return std::holds_alternative<syntax::Name>(expr.node) || (attribute && is_named(*attribute->object));
}

/// `number` of `number < most`, `most > number` and `number != most`, also before an `and`; else nullptr.
const syntax::Expr* number_waited_for(const syntax::Expr& condition) {
  if (const auto* chain = std::get_if<syntax::BoolChain>(&condition.node))
    return chain->is_and ? number_waited_for(*chain->operands.front()) : nullptr;
  const auto* compare = std::get_if<syntax::Compare>(&condition.node);
  if (!compare || compare->rest.size() != 1) return nullptr;
  using syntax::CompareOp;
  const auto& [op, right] = compare->rest.front();
  const bool grows = op == CompareOp::lt || op == CompareOp::le || op == CompareOp::ne;
  if (grows && is_named(*compare->first)) return compare->first.get();
  const bool is_turned = op == CompareOp::gt || op == CompareOp::ge;
  return is_turned && length_asked(*right) && is_named(*right) ? right.get() : nullptr;
}

std::optional<int64_t> length_of(const Value& container) {
  const Value& held = payload_or_self(container);
  if (const auto* list = held.as<List>()) return static_cast<int64_t>(list->items.size());
  if (const auto* dict = held.as<Dict>()) return static_cast<int64_t>(dict->size());
  if (const auto* set = held.as<Set>()) return static_cast<int64_t>(set->table.size());
  return {};
}

std::optional<int64_t> number_of(const Awaited& awaited) {
  if (const syntax::Expr* container = length_asked(*awaited.number))
    return length_of(shown_by(awaited.frame, *container));
  const Value number = shown_by(awaited.frame, *awaited.number);
  return number.is_int() ? std::optional(number.as_int()) : std::nullopt;
}

}  // namespace

Awaiting::Awaiting(Interpreter& interpreter, Frame& frame, const syntax::Expr& condition)
    : impl_(interpreter.impl()), awaited_{frame, number_waited_for(condition), impl_.awaited} {
  if (awaited_.number) impl_.awaited = &awaited_;
}

Awaiting::~Awaiting() {
  if (awaited_.number) impl_.awaited = awaited_.outer;
}

void Awaiting::begin_turn() {
  if (awaited_.number && !awaited_.passes_over) before_ = number_of(awaited_);
}

void Awaiting::end_turn() {
  if (!awaited_.number || awaited_.early.empty()) return;
  if (before_ && before_ == number_of(awaited_)) awaited_.passes_over = true;
  awaited_.early.clear();
}

std::optional<int64_t> awaited_number(Interpreter& interpreter) {
  const Awaited* awaited = interpreter.impl().awaited;
  return awaited ? number_of(*awaited) : std::nullopt;
}

void note_early(Interpreter& interpreter, const Frame& frame, const Value& answer, const Value& condition) {
  constexpr size_t kMost = 64;
  Awaited* awaited = interpreter.impl().awaited;
  if (awaited && &awaited->frame != &frame && answer.is_bool() && awaited->early.size() < kMost)
    awaited->early.push_back({&frame, answer.as_bool(), condition});
}

Value answer_of(Interpreter& interpreter, Frame& frame) {
  Value answer = std::move(frame.result);
  Awaited* awaited = interpreter.impl().awaited;
  if (!awaited || !awaited->passes_over || awaited->early.empty()) return answer;
  const auto other = std::ranges::find_if(awaited->early, [&](const Awaited::Early& early) {
    return early.frame == &frame && answer.is_bool() && early.answer != answer.as_bool();
  });
  if (other != awaited->early.end()) answer = other->condition;
  std::erase_if(awaited->early, [&](const Awaited::Early& early) { return early.frame == &frame; });
  return answer;
}

}  // namespace vramlint::interp
