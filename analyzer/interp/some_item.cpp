#include "interp/some_item.h"

#include <algorithm>

#include "interp/bounded.h"
#include "interp/impl.h"
#include "interp/native.h"

namespace vramlint::interp {

namespace {

constexpr size_t kMostItems = 64;

/// The point is the largest, which holds most.
std::optional<Value> some_number(Interpreter& interpreter, const std::vector<Value>& items, const Unknown& why) {
  std::optional<Bounds> all;
  for (const Value& item : items) {
    const std::optional<Bounds> one = item.is_bool() ? std::nullopt : bounds_of(interpreter, item);
    if (!one) return {};
    if (!all) all = one;
    all = Bounds{std::min(all->low, one->low), std::max(all->point, one->point), std::max(all->high, one->high),
                 all->whole && one->whole};
  }
  if (all->low == all->high) return items.front();
  return Value(new BoundedNumber(why, *all));
}

std::optional<Value> some_tuple(Interpreter& interpreter, const std::vector<Value>& items, const Unknown& why) {
  const auto* first = items.front().as<Tuple>();
  const auto is_alike = [&](const Value& item) {
    return item.as<Tuple>() && item.as<Tuple>()->items.size() == first->items.size();
  };
  if (!first || !std::all_of(items.begin(), items.end(), is_alike)) return {};
  std::vector<Value> parts;
  for (size_t i = 0; i < first->items.size(); ++i) {
    std::vector<Value> column;
    for (const Value& item : items) column.push_back(item.as<Tuple>()->items[i]);
    std::optional<Value> part = some_item(interpreter, column, why);
    if (!part) return {};
    parts.push_back(std::move(*part));
  }
  return Value::tuple(std::move(parts));
}

std::optional<Value> some_tensor(Interpreter& interpreter, const std::vector<Value>& items, const Unknown& why) {
  const auto held = [](const Value& item) { return item.as<Native>() ? item.as<Native>()->held_bytes() : 0; };
  if (std::any_of(items.begin(), items.end(), [&](const Value& item) { return held(item) <= 0; })) return {};
  interpreter.impl().assumptions.push_back({"the item that holds more memory is taken: " + why.reason, why.span});
  return *std::max_element(items.begin(), items.end(),
                           [&](const Value& a, const Value& b) { return held(a) < held(b); });
}

}  // namespace

std::optional<Value> some_item(Interpreter& interpreter, const std::vector<Value>& items, const Unknown& why) {
  if (items.size() < 2 || items.size() > kMostItems) return {};
  if (items.front().is_number() || bounded_number(items.front())) return some_number(interpreter, items, why);
  if (items.front().as<Tuple>()) return some_tuple(interpreter, items, why);
  return some_tensor(interpreter, items, why);
}

}  // namespace vramlint::interp
