#include "interp/uncertain.h"

#include <algorithm>

#include "interp/anchored.h"
#include "interp/bounded.h"
#include "interp/builtins_views.h"
#include "interp/followed.h"
#include "interp/impl.h"
#include "interp/known_parts.h"
#include "interp/opaque.h"
#include "interp/open_sizes.h"
#include "interp/writing.h"

namespace vramlint::interp {

void note_uncertain(Interpreter& interpreter, const Object& container, const std::string& why, bool filled) {
  if (interpreter.impl().follower)
    interpreter.impl().uncertain.try_emplace(&container, MayHold{Value(&container), why, {}, filled, {}});
}

void note_maybe_empty(Interpreter& interpreter, const Object& list, const std::string& why) {
  note_uncertain(interpreter, list, why);
  const auto found = interpreter.impl().uncertain.find(&list);
  if (found != interpreter.impl().uncertain.end()) found->second.may_be_empty = true;
}

void note_longer(Interpreter& interpreter, const Object& list, Unknown difference) {
  note_uncertain(interpreter, list, difference.cause.empty() ? difference.reason : difference.cause);
  const auto found = interpreter.impl().uncertain.find(&list);
  if (found != interpreter.impl().uncertain.end()) found->second.differs = std::move(difference);
}

void goes_through(Interpreter& interpreter, const Value& items) {
  const auto& uncertain = interpreter.impl().uncertain;
  if (uncertain.empty()) return;
  const auto* view = items.as_native<DictView>();
  const Value& container = view ? view->dict : items;
  if (!container.as<List>() && !container.as<Dict>()) return;
  const auto found = uncertain.find(container.object());
  if (found == uncertain.end() || !found->second.differs) return;
  const Unknown difference = *found->second.differs;
  note_unknown(interpreter, difference);
}

namespace {

bool is_int(const Value& value) { return value.is_int() || anchored_number(value); }

}  // namespace

void note_put(Interpreter& interpreter, const Object& container, const Value& item, const std::string& why) {
  auto& uncertain = interpreter.impl().uncertain;
  const auto found = uncertain.find(&container);
  const bool is_first = found == uncertain.end();
  const Value before = is_first ? Value() : found->second.each;
  const bool are_numbers = is_numeric(item) && (is_first || is_numeric(before));
  note_uncertain(interpreter, container, why);
  if (!interpreter.impl().follower) return;
  const Unknown each{why, place_in_program(interpreter)};
  const bool are_ints = is_int(item) && (is_first || is_int(before));
  uncertain.at(&container).each = !are_numbers ? Value()
                                  : are_ints   ? any_int(each)
                                               : Value(new UnknownValue(each, UnknownValue::Sort::number));
}

void note_replaced(Interpreter& interpreter, const Dict& dict, const Unknown& why) {
  const bool has_settings = std::any_of(dict.entries_unseen().begin(), dict.entries_unseen().end(),
                                        [](const Dict::Entry& each) { return each.live && !each.value.is_object(); });
  if (!has_settings || is_followed(interpreter)) return;
  note_longer(interpreter, dict,
              unknown_by(why, "what stands in a dict may have been replaced, which would lower or raise the figures",
                         place_in_program(interpreter), Gap::behind, Pull::either));
}

void note_extended(Interpreter& interpreter, const List& list, const Unknown& why) {
  if (is_followed(interpreter)) return;
  note_longer(
      interpreter, list,
      unknown_by(why, "what a list is extended with is not counted", place_in_program(interpreter), Gap::behind));
}

void reads_replaced(Interpreter& interpreter, const Dict& dict) {
  const auto& uncertain = interpreter.impl().uncertain;
  const auto replaced = uncertain.find(&dict);
  if (replaced == uncertain.end() || !replaced->second.differs) return;
  const Unknown difference = *replaced->second.differs;
  note_unknown(interpreter, difference);
}

bool takes_unknown(Interpreter& interpreter, const Object& container, const Value& items) {
  if (!interpreter.impl().follower || !items.is_unknown()) return false;
  const Unknown& why = items.as<UnknownValue>()->info;
  note_uncertain(interpreter, container, why.reason);
  if (container.kind == ObjectKind::dict) note_replaced(interpreter, static_cast<const Dict&>(container), why);
  if (container.kind == ObjectKind::list) note_extended(interpreter, static_cast<const List&>(container), why);
  if (const UnknownList* list = unknown_list(items)) interpreter.impl().uncertain.at(&container).each = list->each;
  return true;
}

void note_taken_from(Interpreter& interpreter, const Object& container, const Object& from) {
  const Interpreter::Impl& impl = interpreter.impl();
  if (&container == &from) return;
  if (const auto found = impl.uncertain.find(&from); found != impl.uncertain.end()) {
    const MayHold held = found->second;
    held.differs ? note_longer(interpreter, container, *held.differs)
                 : note_uncertain(interpreter, container, held.why);
  }
  const Exposures::Exposure* seen = impl.exposures.of(from);
  if (!seen) return;
  const Exposures::Exposure exposure = *seen;
  if (exposure.is_filed)
    may_hold_filed(interpreter, container, exposure.why);
  else
    may_hold_more(interpreter, container, exposure.why, exposure.is_spread);
}

Value what_may_be_in(Interpreter& interpreter, const Object& container, const Span& span) {
  const Interpreter::Impl& impl = interpreter.impl();
  const std::string* why = is_followed(interpreter) ? nullptr : impl.exposures.why(container);
  if (why) return Value::unknown(*why, span);
  const auto found = impl.uncertain.find(&container);
  return found == impl.uncertain.end() ? Value() : Value::unknown(found->second.why, span);
}

Value items_that_may_be_in(Interpreter& interpreter, const Value& container, const Span& span) {
  if (interpreter.impl().uncertain.empty() && interpreter.impl().exposures.empty()) return {};
  if (const auto* view = container.as_native<DictView>()) return items_that_may_be_in(interpreter, view->dict, span);
  const auto* dict = container.as<Dict>();
  if (dict) return dict->size() == 0 ? what_may_be_in(interpreter, *dict, span) : Value();
  const auto* list = container.as<List>();
  if (!list || !list->items.empty()) return {};
  const Value unknown = what_may_be_in(interpreter, *list, span);
  const auto found = interpreter.impl().uncertain.find(list);
  const bool says_nothing = found == interpreter.impl().uncertain.end() || found->second.each.is_none();
  if (!unknown.is_unknown() || says_nothing) return unknown;
  return list_of_such(unknown.as<UnknownValue>()->info, found->second.each);
}

Value length_that_may_be(Interpreter& interpreter, const Value& container, const Span& span) {
  const bool counts = container.as<List>() || container.as<Dict>();
  if (!counts || interpreter.impl().uncertain.empty()) return items_that_may_be_in(interpreter, container, span);
  const Object& held = container.as<List>() ? static_cast<const Object&>(*container.as<List>())
                                            : static_cast<const Object&>(*container.as<Dict>());
  return what_may_be_in(interpreter, held, span);
}

Value truth_that_may_be(Interpreter& interpreter, const Value& container, const Span& span) {
  const auto& uncertain = interpreter.impl().uncertain;
  const auto found = container.as<List>() ? uncertain.find(container.as<List>()) : uncertain.end();
  if (found == uncertain.end() || !found->second.may_be_empty)
    return items_that_may_be_in(interpreter, container, span);
  return Value::unknown(found->second.why, span);
}

namespace {

const MayHold* filled_by_loop(Interpreter& interpreter, const Value& list) {
  const auto* object = list.as<List>();
  const auto& uncertain = interpreter.impl().uncertain;
  const auto found = object ? uncertain.find(object) : uncertain.end();
  return found != uncertain.end() && found->second.filled ? &found->second : nullptr;
}

}  // namespace

bool is_filled_by_loop(Interpreter& interpreter, const Value& list) { return filled_by_loop(interpreter, list); }

Value length_of_filled(Interpreter& interpreter, const Value& list) {
  const MayHold* filled = filled_by_loop(interpreter, list);
  if (!filled) return {};
  const std::string why = "how many items a loop puts into a list is not known: " + filled->why;
  if (!filled->most) return open_size(interpreter, 1, why);
  interpreter.assumptions().push_back(
      {"a list that a loop fills is taken to have as many items as are cut out of it: " + filled->why,
       place_in_program(interpreter)});
  return Value::integer(*filled->most);
}

void note_made_of_each(Interpreter& interpreter, const Value& list, const Value& made) {
  const MayHold* filled = filled_by_loop(interpreter, list);
  const auto* result = made.as<List>();
  if (!filled || !result || result->items.empty()) return;
  const MayHold held = *filled;
  note_uncertain(interpreter, *result, held.why, true);
  interpreter.impl().uncertain.at(result).most = held.most;
}

namespace {

/// Of `[:16]` and `[4:20]`.
std::optional<int64_t> asked_by(const SliceObject& slice) {
  const bool plain = slice.step.is_none() && slice.upper.is_int() && (slice.lower.is_none() || slice.lower.is_int());
  const int64_t from = plain && slice.lower.is_int() ? slice.lower.as_int() : 0;
  if (!plain || from < 0 || slice.upper.as_int() <= from) return {};
  return slice.upper.as_int() - from;
}

}  // namespace

void note_cut(Interpreter& interpreter, const Value& list, const SliceObject& slice, const Value& cut) {
  const auto& uncertain = interpreter.impl().uncertain;
  if (uncertain.empty()) return;
  const auto found = uncertain.find(list.as<List>());
  const bool ends_before = slice.upper.is_int() && slice.upper.as_int() >= 0;
  if (found != uncertain.end() && found->second.differs && !ends_before && cut.as<List>())
    note_longer(interpreter, *cut.as<List>(), Unknown(*found->second.differs));
  note_made_of_each(interpreter, list, cut);
  if (filled_by_loop(interpreter, cut)) interpreter.impl().uncertain.at(cut.as<List>()).most = asked_by(slice);
}

namespace {

bool is_plain(const Value& value) {
  if (const auto* unknown = value.as<UnknownValue>())
    return unknown->sort != UnknownValue::Sort::made && unknown->sort != UnknownValue::Sort::tensor;
  return !value.is_object() || value.is(ObjectKind::string);
}

/// What is logged under a name that the run makes: any of the numbers may be another one now.
void forget_numbers(Interpreter& interpreter, const Dict& dict, const Unknown& why) {
  std::vector<Value> keys;
  for (const Dict::Entry& each : dict.entries())
    if (each.live && is_numeric(each.value)) keys.push_back(each.key);
  for (const Value& key : keys)
    interpreter.heap().write(dict).set(key, Value(new UnknownValue(why, UnknownValue::Sort::number)));
}

constexpr std::string_view kOfWeights = "the contents of a checkpoint are not read";  // torch.load() says so

}  // namespace

void note_unknown_key(Interpreter& interpreter, const Dict& dict, const Value& key, const Value& value,
                      const Span& span) {
  const Unknown& why = key.as<UnknownValue>()->info;
  note_put(interpreter, dict, value, why.reason);
  interpreter.budget().touch_entries(dict.entries().size(), span);
  const bool harmless = is_plain(value) && std::all_of(dict.entries().begin(), dict.entries().end(),
                                                       [](const Dict::Entry& each) { return is_plain(each.value); });
  if (why.reason == kOfWeights && value.is_unknown()) return;  // weights of another run: as large as those they replace
  if (harmless && !is_followed(interpreter)) {
    if (value.is_number()) forget_numbers(interpreter, dict, why);
    return may_hold_filed(interpreter, dict, why.reason);
  }
  if (harmless && (value.is_unknown() || dict.entries().empty())) return forget_numbers(interpreter, dict, why);
  note_unknown(interpreter, unknown_by(why, "a dict is changed at a key that is not known", span, Gap::behind));
}

void note_open_key(Interpreter& interpreter, const Dict& dict, const Value& part) {
  const std::string& why = part.as<UnknownValue>()->info.reason;
  note_uncertain(interpreter, dict, why);
  if (!is_followed(interpreter)) may_hold_more(interpreter, dict, why);
}

Value some_entry(Interpreter& interpreter, const Dict& dict, const Value& key) {
  const Interpreter::Impl& impl = interpreter.impl();
  const auto put = impl.uncertain.find(&dict);
  const Exposures::Exposure* exposure = impl.exposures.of(dict);
  const bool are_put = put == impl.uncertain.end() ? dict.size() > 0 : is_numeric(put->second.each);
  const bool are_numbers = are_put && (!exposure || exposure->is_filed) &&
                           std::all_of(dict.entries().begin(), dict.entries().end(),
                                       [](const Dict::Entry& each) { return !each.live || is_numeric(each.value); });
  if (!are_numbers) return without_kind(key);
  const Unknown& why = key.as<UnknownValue>()->info;
  const bool are_ints = (put == impl.uncertain.end() || is_int(put->second.each)) &&
                        std::all_of(dict.entries().begin(), dict.entries().end(),
                                    [](const Dict::Entry& each) { return !each.live || is_int(each.value); });
  const Value number = are_ints ? any_int(why) : Value(new UnknownValue(why, UnknownValue::Sort::number));
  return number.with_origin(key.origin());
}

}  // namespace vramlint::interp
