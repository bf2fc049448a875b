#include "interp/some_item.h"

#include <algorithm>
#include <cctype>
#include <functional>

#include "interp/anchored.h"
#include "interp/bounded.h"
#include "interp/branches.h"
#include "interp/data_code.h"
#include "interp/dict.h"
#include "interp/followed.h"
#include "interp/held_data.h"
#include "interp/impl.h"
#include "interp/native.h"
#include "interp/opaque.h"
#include "interp/uncertain.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

constexpr size_t kMostItems = 4096;
constexpr ptrdiff_t kMostLookedAt = 64;  // of more than those

struct ItemChoice {
  Interpreter& interpreter;
  const Unknown& why;
  bool by_number;  ///< the index is surely one
  const Span& span;

  bool is_other() const {
    const std::vector<Span>& others = interpreter.world().other_arms;
    return std::find(others.begin(), others.end(), span) != others.end();
  }

  Value noted(const Value& item, const char* which) const {
    interpreter.assumptions().push_back({std::string(which) + " is taken: " + why.reason, span});
    return item;
  }
};

bool are_ints(const std::vector<Value>& items) {
  return std::ranges::all_of(items, [](const Value& item) { return item.is_int() || anchored_number(item); });
}

/// The point is the largest, which holds most.
std::optional<Value> some_number(const ItemChoice& choice, const std::vector<Value>& items) {
  std::optional<Bounds> all;
  for (const Value& item : items) {
    if (!is_numeric(item) || item.is_bool()) return {};
    const std::optional<Bounds> one = bounds_of(choice.interpreter, item);
    if (!one)
      return are_ints(items) ? any_int(choice.why) : Value(new UnknownValue(choice.why, UnknownValue::Sort::number));
    if (!all) all = one;
    all = Bounds{std::min(all->low, one->low), std::max(all->point, one->point), std::max(all->high, one->high),
                 all->whole && one->whole};
  }
  if (all->low == all->high) return items.front();
  return Value(new BoundedNumber(choice.why, *all));
}

std::optional<Value> some_of(const ItemChoice& choice, const std::vector<Value>& items);

std::optional<Value> some_tuple(const ItemChoice& choice, const std::vector<Value>& items) {
  const auto* first = items.front().as<Tuple>();
  const auto is_alike = [&](const Value& item) {
    return item.as<Tuple>() && item.as<Tuple>()->items.size() == first->items.size();
  };
  if (!first || !std::all_of(items.begin(), items.end(), is_alike)) return {};
  std::vector<Value> parts;
  for (size_t i = 0; i < first->items.size(); ++i) {
    std::vector<Value> column;
    for (const Value& item : items) column.push_back(item.as<Tuple>()->items[i]);
    std::optional<Value> part = some_of(choice, column);
    if (!part) return {};
    parts.push_back(std::move(*part));
  }
  return Value::tuple(std::move(parts));
}

/// Of tensors, of networks, or of tuples with such: the largest. With world().other_arms it is the second of them.
std::optional<Value> some_data(const ItemChoice& choice, const std::vector<Value>& items) {
  std::vector<std::pair<int64_t, const Value*>> by_size;
  for (const Value& item : items) {
    const bool may_hold = item.is(ObjectKind::native) || choice.by_number;
    by_size.emplace_back(may_hold ? held_data(item) : 0, &item);
    if (by_size.back().first <= 0) return {};
  }
  std::ranges::stable_sort(by_size, std::greater(), [](const auto& each) { return each.first; });
  if (by_size.front().second->is(ObjectKind::native))
    return choice.noted(*by_size.front().second, "the item that holds more memory");
  if (choice.is_other() && by_size.front().first > by_size.back().first)
    return choice.noted(*by_size[1].second, kOther);
  choice.interpreter.assumptions().push_back({std::string(kLargestNetwork) + ": " + choice.why.reason, choice.span});
  return *by_size.front().second;
}

size_t length_of(const Value& value) {
  if (const auto* list = value.as<List>()) return list->items.size();
  if (const auto* tuple = value.as<Tuple>()) return tuple->items.size();
  return value.as<Dict>() ? value.as<Dict>()->size() : 0;
}

/// Lists, tuples or dicts of one length, or objects of one class.
bool are_alike(const std::vector<Value>& items) {
  const Value& first = items.front();
  if (first.is(ObjectKind::instance) && !first.is_string()) {
    const Value& type = static_cast<const Instance*>(first.object())->type;
    return std::all_of(items.begin(), items.end(), [&](const Value& item) {
      return item.is(ObjectKind::instance) && static_cast<const Instance*>(item.object())->type.same(type);
    });
  }
  if (!first.is(ObjectKind::list) && !first.is(ObjectKind::tuple) && !first.is(ObjectKind::dict)) return false;
  return std::all_of(items.begin(), items.end(), [&](const Value& item) {
    return item.is_object() && item.object()->kind == first.object()->kind && length_of(item) == length_of(first);
  });
}

/// A method's, or a mode's; no file's.
bool is_plain_name(const Value& item) {
  if (!item.is_string()) return false;
  const std::string_view name = item.as_string();
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  });
}

bool are_chosen_by_data(const ItemChoice& choice, const std::vector<Value>& items) {
  return runs_data_code(choice.interpreter) && std::all_of(items.begin(), items.end(), [](const Value& item) {
           return item.is(ObjectKind::instance) || item.is(ObjectKind::function) || item.is(ObjectKind::bound_method) ||
                  is_plain_name(item);
         });
}

bool is_called(Interpreter& interpreter, const Value& item) {
  if (item.is(ObjectKind::function) || item.is(ObjectKind::bound_method)) return true;
  return item.is(ObjectKind::instance) && !item.is_string() && interpreter.type_of(item)->lookup("__call__");
}

/// Things to call, or None for what is left as it is. With world().other_arms it is the next.
std::optional<Value> some_call(const ItemChoice& choice, const std::vector<Value>& items) {
  std::vector<const Value*> called;
  for (const Value& item : items) {
    if (is_called(choice.interpreter, item))
      called.push_back(&item);
    else if (!item.is_none())
      return {};
  }
  if (called.empty()) return {};
  if (called.size() > 1 && choice.is_other()) return choice.noted(*called[1], kOther);
  choice.interpreter.assumptions().push_back({std::string(kFirstCalled) + ": " + choice.why.reason, choice.span});
  return *called.front();
}

bool are_texts(const std::vector<Value>& items) {
  return std::ranges::all_of(items, [](const Value& item) { return item.is_string() || is_unknown_text(item); });
}

std::optional<Value> some_of(const ItemChoice& choice, const std::vector<Value>& items) {
  if (is_numeric(items.front())) return some_number(choice, items);
  if (std::optional<Value> data = some_data(choice, items)) return data;
  if (std::optional<Value> tuple = some_tuple(choice, items)) return tuple;
  if (choice.by_number && are_alike(items)) return choice.noted(items.front(), "the first of items that are alike");
  if (are_chosen_by_data(choice, items))
    return choice.noted(items.front(), "of what a data set chooses from the first");
  if (are_texts(items)) return Value(new UnknownValue(choice.why, UnknownValue::Sort::text));
  if (choice.by_number) return some_call(choice, items);
  return {};
}

}  // namespace

std::optional<Value> some_item(Interpreter& interpreter, const std::vector<Value>& items, const Value& index,
                               const Span& span) {
  if (items.size() == 1) return items.front();
  if (items.empty()) return {};
  const auto* unknown = index.as<UnknownValue>();
  if (items.size() > kMostItems) {
    if (!are_texts({items.begin(), items.begin() + kMostLookedAt})) return {};
    return Value(new UnknownValue(unknown->info, UnknownValue::Sort::text));
  }
  interpreter.budget().touch(items.size(), span);
  return some_of({interpreter, unknown->info, unknown->sort == UnknownValue::Sort::number, span}, items);
}

/// there.
std::optional<Value> item_behind(Interpreter& interpreter, const List& list, const Value& index, const Span& span) {
  const auto length = static_cast<int64_t>(list.items.size());
  if (!index.is_int() || (index.as_int() < length && index.as_int() >= -length)) return {};
  const auto found = interpreter.impl().uncertain.find(&list);
  const bool is_filled = found != interpreter.impl().uncertain.end() && found->second.filled;
  if (is_filled && !list.items.empty()) return list.items.back();
  Value hidden = list.exposed ? what_may_be_in(interpreter, list, span) : Value();
  return hidden.is_unknown() ? std::optional(std::move(hidden)) : std::nullopt;
}

}  // namespace vramlint::interp
