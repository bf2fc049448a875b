// What two arms leave behind, put together: what differs is not known.
#include <algorithm>
#include <span>

#include "interp/anchored.h"
#include "interp/data_code.h"
#include "interp/followed.h"
#include "interp/fork.h"
#include "interp/keys.h"
#include "interp/known_parts.h"
#include "interp/likeness.h"
#include "interp/uncertain.h"
#include "interp/unknown_lists.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

/// Nothing is known of either: why not is another matter than which arm was taken.
bool are_plainly_unknown(const Value& left, const Value& right) {
  const auto is_plain = [](const Value& value) {
    const auto* unknown = value.as<UnknownValue>();
    return unknown && unknown->sort == UnknownValue::Sort::any && unknown->stand_in.is_none() &&
           unknown->trail.is_none() && unknown->items.is_none();
  };
  return is_plain(left) && is_plain(right);
}

}  // namespace

Value Fork::join(const Value& left, const Value& right) {
  if (left.same(right)) return left;
  // What an arm made is undone by now: no method of it can be asked.
  const bool asks = left.is(ObjectKind::native) || left.is(ObjectKind::instance) || right.is(ObjectKind::instance) ||
                    holds_instances(left) || holds_instances(right);
  if (!left.is_unknown() && !right.is_unknown() && !left.is_unbound() && !right.is_unbound() && !asks &&
      interpreter_.equal(left, right, span_)) {
    if (left.is_object() && left.object()->references > 1) may_be_written(left);
    if (right.is_object() && right.object()->references > 1) may_be_written(right);
    return left;
  }
  const auto parts = [this](const Value& a, const Value& b) { return join(a, b); };
  if (std::optional<Value> one = joined_instances({left, in_first_}, {right, in_second_}, parts)) return *one;
  const Origin origin = impl_.join(impl_.join(left.origin(), right.origin()), condition_.origin());
  if (std::optional<Value> list = join_lists(left, right)) return list->with_origin(origin);
  if (std::optional<Value> list = join_plain_lists(left, right)) return list->with_origin(origin);
  may_be_written(left);
  may_be_written(right);
  if (are_plainly_unknown(left, right)) return left.with_origin(origin);
  if (is_unknown_text(left) && is_unknown_text(right))
    return text_that_ends(condition_.as<UnknownValue>()->info, "").with_origin(origin);
  return join_numbers(left, right).value_or(condition_).with_origin(origin);
}

/// A dict that a name stands for in one arm: what is written by that name from now on may be in it.
void Fork::may_be_written(const Value& container) {
  if (container.as<Dict>())
    note_uncertain(interpreter_, *container.object(), condition_.as<UnknownValue>()->info.reason);
}

/// Of lists of which at least one is as long as only the data tells.
std::optional<Value> Fork::join_counted(const Value& left, const Value& right) {
  if (!unknown_list(left) && !unknown_list(right)) return {};
  const auto part = [&](const Value& value) -> std::optional<std::pair<Value, Value>> {
    if (const UnknownList* list = unknown_list(value)) {
      if (list->count.is_none() || list->each.is_none()) return {};
      return std::pair(list->each, list->count);
    }
    const auto* list = value.is(ObjectKind::list) ? value.as<List>() : nullptr;
    if (!list || list->items.empty() || impl_.uncertain.contains(list)) return {};
    const auto is_one = [&](const Value& item) { return item.same(list->items[0]); };
    const bool are_texts = std::ranges::all_of(list->items, is_text);
    if (!are_texts && !std::ranges::all_of(list->items, is_one)) return {};
    return std::pair(are_texts ? unknown_text(condition_, 0) : list->items[0],
                     Value::integer(static_cast<int64_t>(list->items.size())));
  };
  const auto one = part(left), other = part(right);
  if (!one || !other) return {};
  const Unknown& why = condition_.as<UnknownValue>()->info;
  return list_of(interpreter_, why, join(one->first, other->first), join(one->second, other->second), span_);
}

std::optional<Value> Fork::join_lists(const Value& left, const Value& right) {
  if (std::optional<Value> counted = join_counted(left, right)) return counted;
  const auto known = [&](const Value& value) {
    const Value list = value.is_unknown() ? value : items_that_may_be_in(interpreter_, value, span_);
    return unknown_list(list) ? unknown_list(list)->each : Value();
  };
  const auto is_empty = [](const Value& value, const ArmsContents& changed) {
    const auto* list = value.is(ObjectKind::list) ? value.as<List>() : nullptr;
    return list && list->items.empty() && !changed.contains(list);
  };
  Value a = known(left), b = known(right);
  if (a.is_none() && is_numeric(b) && is_empty(left, in_first_)) a = b;
  if (b.is_none() && is_numeric(a) && is_empty(right, in_second_)) b = a;
  if (a.is_none() || b.is_none()) return {};
  return list_of_such(condition_.as<UnknownValue>()->info, join(a, b));
}

std::optional<Value> Fork::join_plain_lists(const Value& left, const Value& right) {
  if (!left.is(ObjectKind::list) || !right.is(ObjectKind::list)) return {};
  const auto items_of = [](const Value& list, const ArmsContents& changed) -> const std::vector<Value>& {
    const auto found = changed.find(list.object());
    return found == changed.end() ? list.as<List>()->items : found->second->items;
  };
  const std::vector<Value>&one = items_of(left, in_first_), &other = items_of(right, in_second_);
  const auto is_plain = [](const Value& item) { return !item.is_object() || item.is_string() || item.is_unknown(); };
  constexpr size_t kMost = 4096;
  if (one.size() != other.size() || one.size() > kMost || !std::all_of(one.begin(), one.end(), is_plain) ||
      !std::all_of(other.begin(), other.end(), is_plain))
    return {};
  std::vector<Value> items;
  for (size_t i = 0; i < one.size(); ++i) items.push_back(join(one[i], other[i]));
  return Value::list(std::move(items));
}

void Fork::note_number(Trial& trial, const Value& value) const {
  const UnknownList* list = unknown_list(value);
  if (const BoundedNumber* number = bounded_number(list ? list->count : value))
    trial.numbers.emplace_back(number, impl_.narrowings.narrowed(number->bounds));
}

std::optional<Bounds> Fork::number_in(const Trial* trial, const Value& value) const {
  if (trial)
    for (const auto& [number, bounds] : trial->numbers)
      if (value.is_object() && number == value.object()) return bounds;
  return bounds_of(interpreter_, value);
}

std::optional<Value> Fork::join_numbers(const Value& left, const Value& right) const {
  if (!is_numeric(left) || !is_numeric(right) || left.is_bool() || right.is_bool()) return {};
  const std::optional<Bounds> a = number_in(then_, left), b = number_in(otherwise_, right);
  const BoundedCondition* condition = bounded_condition(asked_);
  const bool points_left = condition ? holds_at_point(*condition) : a && b && a->point >= b->point;
  const Unknown& why = condition_.as<UnknownValue>()->info;
  if (repeats_) return Value(new UnknownValue(why, UnknownValue::Sort::number));
  return bounded_choice(a, b, points_left, why, new_name(interpreter_))
      .value_or(Value(new UnknownValue(why, UnknownValue::Sort::number)));
}

bool Fork::is_empty(const Trial& trial, const Trial& other, bool arm) const {
  const BoundedCondition* condition = bounded_condition(asked_);
  const bool ends = trial.flow != Flow::next && other.flow == Flow::next;  // what the other holds comes after it
  return condition && (trial.touched || other.touched) && (ends || trial.cost <= other.cost + kNextToNothing) &&
         leaves_nothing(*condition, arm);
}

void Fork::join(const Trial& first, const Trial& second) {
  then_ = &first;
  otherwise_ = &second;
  in_first_ = by_object(first), in_second_ = by_object(second);
  join_arms(first, second);
  then_ = otherwise_ = nullptr;
}

void Fork::may_be(const Trial& trial) const {
  for (const Effects::Written& written : trial.written) impl_.effects->may_be(written);
}

void Fork::join_arms(const Trial& first, const Trial& second) {
  may_be(first);
  may_be(second);
  for (size_t i = 0; i < frame_.slots.size(); ++i) frame_.slots[i] = join(first.slots[i], second.slots[i]);
  keep_apart(first.slots, second.slots);
  if (first.flow == Flow::return_value) frame_.result = join(first.result, second.result);
  for (const auto& [object, contents] : first.changed) {
    const auto other = in_second_.find(object.object());
    join_contents(*object.object(), contents,
                  other != in_second_.end() ? *other->second : Contents::of(*object.object()));
  }
  for (const auto& [object, contents] : second.changed)
    if (!in_first_.contains(object.object())) join_contents(*object.object(), Contents::of(*object.object()), contents);
}

void Fork::keep_apart(const std::vector<Value>& one, const std::vector<Value>& other) {
  const auto is_int = [](const Value& value) {
    const BoundedNumber* number = bounded_number(value);
    return value.is_int() || (number && number->bounds.whole) || anchored_number(value);
  };
  constexpr size_t kMostLeaders = 16;
  std::vector<size_t> leaders;
  const auto leads = [&](size_t leader, size_t i) {
    const std::optional<double> before = apart(interpreter_, one[leader], one[i]);
    return before && before == apart(interpreter_, other[leader], other[i]);
  };
  for (size_t i = 0; i < frame_.slots.size(); ++i) {
    const bool is_joined = frame_.slots[i].is_unknown() && !one[i].same(other[i]) && is_int(one[i]) && is_int(other[i]);
    if (!is_joined) continue;
    const auto leader = std::ranges::find_if(leaders, [&](size_t each) { return leads(each, i); });
    if (leader == leaders.end()) {
      if (leaders.size() < kMostLeaders) leaders.push_back(i);
      continue;
    }
    Value& first = frame_.slots[*leader];
    if (!bounded_number(first) && !anchored_number(first))
      first = some_int(interpreter_, first.as<UnknownValue>()->info).with_origin(first.origin());
    const auto by = static_cast<int64_t>(*apart(interpreter_, one[*leader], one[i]));
    frame_.slots[i] = interpreter_.binary(syntax::BinaryOp::add, first, Value::integer(by), span_);
  }
}

std::optional<ArmChoice> Fork::choice_between(const Trial& first, const Trial& second) const {
  const BoundedCondition* condition = bounded_condition(asked_);
  return choose_arm(interpreter_, frame_, {first.slots, by_object(first), first.result},
                    {second.slots, by_object(second), second.result},
                    condition ? std::optional(holds_at_point(*condition)) : std::nullopt, runs_data_code(interpreter_),
                    first.flow == Flow::return_value);
}

ArmsContents Fork::by_object(const Trial& trial) {
  ArmsContents changed;
  for (const auto& [object, contents] : trial.changed) changed.emplace(object.object(), &contents);
  return changed;
}

std::vector<Dict::Entry> Fork::join_entries(const Contents& first, const Contents& second) {
  std::vector<Dict::Entry> joined;
  size_t both = 0;  // at the beginning of both: all but the last ones where a loop fills a dict
  for (; both < std::min(first.entries.size(), second.entries.size()); ++both) {
    const Dict::Entry &one = first.entries[both], &other = second.entries[both];
    if (!one.key.same(other.key)) break;
    joined.push_back(one);
    if (!one.value.same(other.value)) joined.back().value = join(one.value, other.value);
  }
  auto* table = new Dict;
  const Value held(table);
  const std::span in_first = std::span(first.entries).subspan(both),
                  in_second = std::span(second.entries).subspan(both);
  const Keys of_first(in_first), of_second(in_second);
  for (const Dict::Entry& entry : in_first) {
    const Value* other = of_second.find(entry.key);
    table->set(entry.key, other ? join(entry.value, *other) : condition_);
  }
  for (const Dict::Entry& entry : in_second)
    if (!of_first.find(entry.key)) table->set(entry.key, condition_);
  joined.insert(joined.end(), table->entries().begin(), table->entries().end());  // none was erased
  return joined;
}

namespace {

/// Of what one list has behind the end of the other: unknown texts are what is to be printed, and unknown numbers hold
/// nothing. One that may hold more than is seen as it is may hold any text.
std::span<const Value> behind_the_other(const std::vector<Value>& one, const std::vector<Value>& other) {
  return std::span(one.size() >= other.size() ? one : other).subspan(std::min(one.size(), other.size()));
}

bool differs_in_more_than_words(std::span<const Value> behind, bool is_open) {
  return !std::all_of(behind.begin(), behind.end(), [is_open](const Value& item) {
    return is_unknown_text(item) || (item.is_unknown() && is_numeric(item)) || (is_open && item.is_string());
  });
}

/// Of an item that is put into a list; of no more than so many values, however they are nested.
class PutThere {
 public:
  /// Numbers, texts, classes, tuples and lists of them: no tensor, and nothing that holds one. What is not known is
  /// noted where it is made.
  bool is_plain(const Value& item) {
    if (--left_ < 0) return false;
    const auto* tuple = item.as<Tuple>();
    const auto* list = item.as<List>();
    if (tuple || list)
      return std::ranges::all_of(tuple ? tuple->items : list->items,
                                 [this](const Value& part) { return is_plain(part); });
    const auto* unknown = item.as<UnknownValue>();
    return !item.is_object() || item.is_string() || item.is(ObjectKind::type) ||
           (unknown && unknown->sort != UnknownValue::Sort::made && unknown->sort != UnknownValue::Sort::tensor);
  }

  /// Lists are there, behind the join, wherever they were.
  bool keeps_lists(const Value& before, const Value& after) {
    if (--left_ < 0) return false;
    const auto *tuple = before.as<Tuple>(), *other = after.as<Tuple>();
    if (before.as<List>()) return after.is(ObjectKind::list) && !after.as<List>()->items.empty();
    if (!tuple) return true;
    if (!other || tuple->items.size() != other->items.size()) return false;
    return std::ranges::equal(tuple->items, other->items,
                              [this](const Value& one, const Value& now) { return keeps_lists(one, now); });
  }

 private:
  int left_ = 256;
};

}  // namespace

Value Fork::in_one_arm(const ArmsValue& item) const {
  if (is_unknown_text(item.value) || (item.value.is_unknown() && is_numeric(item.value))) return item.value;
  if (item.value.is_string()) return unknown_text(condition_, item.value.origin());
  const auto may_hold_more = [this](const Object& part) {
    return impl_.uncertain.contains(&part) && std::ranges::find(noted_, &part) == noted_.end();
  };
  return likely_item(item, condition_, may_hold_more);
}

void Fork::join_contents(const Object& object, const Contents& first, const Contents& second) {
  if (object.references == 1) return;  // an arm made it, and nothing but the trial holds it
  interpreter_.budget().touch_entries(first.entries.size() + second.entries.size(), span_);
  interpreter_.budget().touch(first.items.size() + second.items.size(), span_);
  Contents joined;
  const bool first_is_longer = first.items.size() >= second.items.size();
  const auto& longer = first_is_longer ? first.items : second.items;
  const ArmsContents& made = first_is_longer ? in_first_ : in_second_;
  // Most of a long list is the same in both: a branch in a loop that fills it asks so each time.
  const size_t both = std::min(first.items.size(), second.items.size());
  joined.items.reserve(longer.size());
  joined.items.assign(first.items.begin(), first.items.begin() + static_cast<std::ptrdiff_t>(both));
  for (size_t i = 0; i < both; ++i)
    if (!first.items[i].same(second.items[i])) joined.items[i] = join(first.items[i], second.items[i]);
  bool is_kept = true;
  for (size_t i = both; i < longer.size(); ++i) {
    joined.items.push_back(in_one_arm({longer[i], made}));
    is_kept = is_kept && PutThere().keeps_lists(longer[i], joined.items.back());
  }
  const bool is_filled = first.items.size() != second.items.size() && first.entries.empty() && second.entries.empty();
  if (is_filled && fills_ && runs_data_code(interpreter_)) {
    interpreter_.assumptions().push_back({kItemKept, span_});
  } else {
    note_difference(object, first, second, is_kept);
  }
  joined.entries = join_entries(first, second);
  joined.fixed = first.fixed;  // the same in both
  joined.restore(impl_.heap.write(object));
}

void Fork::note_difference(const Object& object, const Contents& first, const Contents& second, bool is_kept) {
  const bool is_open = impl_.uncertain.contains(&object);
  if (!is_open) noted_.push_back(&object);
  if (first.items.size() != second.items.size() || first.entries.size() != second.entries.size())
    note_uncertain(interpreter_, object, condition_.as<UnknownValue>()->info.reason);
  const std::span<const Value> behind = behind_the_other(first.items, second.items);
  if (!differs_in_more_than_words(behind, is_open)) return;
  Unknown difference = unknown_by(condition_.as<UnknownValue>()->info, "a list's length depends on what is not known",
                                  span_, Gap::behind);
  if (is_kept && std::ranges::all_of(behind, [](const Value& item) { return PutThere().is_plain(item); }))
    note_longer(interpreter_, object, std::move(difference));
  else
    note_unknown(interpreter_, std::move(difference));
}

}  // namespace vramlint::interp
