#include "interp/round_numbers.h"

#include <algorithm>

#include "interp/followed.h"
#include "interp/impl.h"

namespace vramlint::interp {

namespace {

OriginAtom rounds() {
  static const Source source("<rounds>", "");
  return {"", {&source, 0, 0}};
}

Origin of_rounds(Interpreter& interpreter) { return interpreter.origins().atom(rounds()); }

}  // namespace

Value as_round_number(Interpreter& interpreter, const Value& item) {
  if (item.is_int()) return Value(item).with_origin(interpreter.impl().join(item.origin(), of_rounds(interpreter)));
  const auto* tuple = item.as<Tuple>();
  if (!tuple || std::none_of(tuple->items.begin(), tuple->items.end(), [](const Value& v) { return v.is_int(); }))
    return item;
  std::vector<Value> parts;
  for (const Value& part : tuple->items) parts.push_back(part.is_int() ? as_round_number(interpreter, part) : part);
  return Value::tuple(std::move(parts)).with_origin(item.origin());
}

namespace {

/// Of a function that begins anew with each call: a generator goes on, and an inner function's outer variables stay.
bool begins_anew(const FunctionObject* function, const syntax::Variable& variable) {
  const bool is_own = variable.where == syntax::Where::local || variable.where == syntax::Where::cell;
  return function && is_own && !function->code->scope.is_generator;
}

/// Of a name.
std::optional<LocalCounter> local_counter(const Frame& frame, const syntax::Expr& target, const Span& place) {
  const auto* name = std::get_if<syntax::Name>(&target.node);
  if (!name) return {};
  const auto* function = frame.function.as<FunctionObject>();
  LocalCounter counter{name->variable.name.text(), place, {}};
  if (begins_anew(function, name->variable) && !function->code->body.empty()) {
    const syntax::Body& body = function->code->body;
    counter.function = {body.front()->span.source, body.front()->span.begin, body.back()->span.end};
  }
  return counter;
}

}  // namespace

Value as_counted(Interpreter& interpreter, const Frame& frame, const syntax::AugAssign& node, const Value& old,
                 Value result, const Span& place) {
  const bool counts = result.is_int() && std::holds_alternative<syntax::IntLiteral>(node.value->node);
  Follower* follower = counts ? following(interpreter, place) : nullptr;
  if (!follower || !follower->is_counting()) return result;
  const std::optional<LocalCounter> counter = local_counter(frame, *node.target, place);
  if (counter && !follower->counts_rounds(*counter)) return result;
  const int64_t counted = old.is_int() ? follower->counts(place, old.as_int(), result.as_int()) : result.as_int();
  if (counted != result.as_int()) result = Value::integer(counted).with_origin(result.origin());
  return as_round_number(interpreter, result);
}

bool is_of_rounds(Interpreter& interpreter, const Value& value) { return is_of_rounds(interpreter, value.origin()); }

bool is_of_rounds(Interpreter& interpreter, Origin origin) {
  const Origin known = origin == 0 ? 0 : interpreter.origins().known(rounds());  // to ask makes none
  if (known == 0) return false;
  const uint32_t wanted = interpreter.origins().numbers(known).front();
  const std::vector<uint32_t>& found = interpreter.origins().numbers(origin);
  return std::binary_search(found.begin(), found.end(), wanted);
}

Origin decided_by(Interpreter& interpreter, Origin all, const Value& last) {
  if (all == 0 || is_of_rounds(interpreter, last)) return all;
  const Origin known = interpreter.origins().known(rounds());
  return known == 0 ? all : interpreter.origins().without(all, known);
}

void note_pick(Interpreter& interpreter, const Value& by, const Span& place) {
  if (by.origin() == 0 || !interpreter.impl().follower) return;
  Follower* follower = following(interpreter, place);
  if (follower && follower->is_counting() && is_of_rounds(interpreter, by)) follower->picks_by_round();
}

void note_sought(Interpreter& interpreter, const Value& item, const Value& among, const Span& place) {
  Follower* follower = following(interpreter, place);
  if (!follower->is_counting() || !is_of_rounds(interpreter, item)) return;
  follower->picks_by_round();
  std::vector<Value> numbers;
  if (const auto* list = among.as<List>()) numbers = list->items;
  if (const auto* tuple = among.as<Tuple>()) numbers = tuple->items;
  if (const auto* dict = among.as<Dict>())
    for (const Dict::Entry& entry : dict->entries_unseen())
      if (entry.live) numbers.push_back(entry.key);
  for (const Value& each : numbers)
    if (each.is_int()) follower->seeks_round(each.as_int());
}

}  // namespace vramlint::interp
