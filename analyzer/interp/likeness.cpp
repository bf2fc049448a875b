#include "interp/likeness.h"

#include <algorithm>

#include "interp/anchored.h"
#include "interp/bounded.h"
#include "interp/known_parts.h"
#include "interp/objects.h"

namespace vramlint::interp {

namespace {

constexpr int kMostValues = 512;

/// The values of one arm.
class ArmSide {
 public:
  explicit ArmSide(const ArmsContents& contents) : contents_(contents) {}

  bool has_changed(const Object& object) const { return contents_.contains(&object); }
  const std::vector<Value>& items(const Value& list) const {
    const auto found = contents_.find(list.object());
    return found == contents_.end() ? list.as<List>()->items : found->second->items;
  }
  const std::vector<Dict::Entry>& entries(const Value& dict) const {
    const auto found = contents_.find(dict.object());
    return found == contents_.end() ? static_cast<const Dict*>(dict.object())->entries() : found->second->entries;
  }
  const Value* find(const Value& dict, const Value& name) const {
    if (!name.is_string()) return nullptr;
    for (const Dict::Entry& entry : entries(dict)) {
      if (entry.live && entry.key.is_string() && entry.key.as_string() == name.as_string()) return &entry.value;
    }
    return nullptr;
  }

 private:
  const ArmsContents& contents_;
};

size_t living(const std::vector<Dict::Entry>& entries) {
  return static_cast<size_t>(
      std::count_if(entries.begin(), entries.end(), [](const Dict::Entry& entry) { return entry.live; }));
}

bool is_data(const Value& value) {
  return value.is_none() || value.is_bool() || value.is_number() || value.is_string() || value.is_unknown();
}

bool are_equal(const Value& left, const Value& right) {
  if (left.same(right)) return true;
  if (left.is_unknown() && right.is_unknown())
    return left.as<UnknownValue>()->info.reason == right.as<UnknownValue>()->info.reason;
  if (left.is_string() && right.is_string()) return left.as_string() == right.as_string();
  return left.is_real() && right.is_real() && left.as_real() == right.as_real();
}

class Joining {
 public:
  Joining(const ArmSide& left, const ArmSide& right, const Join& join) : first_(left), second_(right), join_(join) {}

  /// None: it cannot stand for both.
  std::optional<Value> of(const Value& left, const Value& right) {
    if (--left_ < 0) return {};
    if (left.same(right) && !(left.is_object() && first_.has_changed(*left.object()))) return left;
    if (are_left_to_join(left, right)) return different(left, right);
    if (is_data(left) && is_data(right)) return left;
    if (!left.is_object() || !right.is_object() || left.object()->kind != right.object()->kind) return {};
    switch (left.object()->kind) {
      case ObjectKind::tuple:
        return of_items(static_cast<const Tuple*>(left.object())->items,
                        static_cast<const Tuple*>(right.object())->items,
                        [](auto items) { return Value::tuple(std::move(items)); });
      case ObjectKind::list:
        return of_items(first_.items(left), second_.items(right),
                        [](auto items) { return Value::list(std::move(items)); });
      case ObjectKind::dict:
        return of_entries(left, right);
      case ObjectKind::instance:
        return of_instances(left, right);
      default:
        return {};
    }
  }

  bool differs() const { return differs_; }

  /// Numbers, texts (also of an enumeration, which are instances as well) and lists of which no part is looked at.
  bool are_left_to_join(const Value& left, const Value& right) const {
    return is_data(left) && is_data(right) ? !are_equal(left, right) : are_unlike_lists(left, right);
  }

 private:
  /// What one arm has listed and the other has not.
  bool are_unlike_lists(const Value& left, const Value& right) const {
    if (left.as<List>() && right.as<List>()) return first_.items(left).size() != second_.items(right).size();
    return (left.as<List>() && is_data(right)) || (is_data(left) && right.as<List>());
  }

  Value different(const Value& left, const Value& right) {
    differs_ = true;
    return join_(left, right);
  }

  template <typename Items, typename Make>
  std::optional<Value> of_items(const Items& left, const Items& right, const Make& make) {
    if (left.size() != right.size()) return {};
    std::vector<Value> items;
    for (size_t i = 0; i < left.size(); ++i) {
      std::optional<Value> item = of(left[i], right[i]);
      if (!item) return {};
      items.push_back(std::move(*item));
    }
    return make(std::move(items));
  }

  /// The text that comes later in the order of what holds more; none.
  std::optional<Value> wider(const Value& order, const Value& left, const Value& right) {
    const auto* texts = order.as<Tuple>();
    if (!texts || !left.is_string() || !right.is_string()) return {};
    const auto place = [&](const Value& text) {
      return std::find_if(texts->items.begin(), texts->items.end(),
                          [&](const Value& item) { return item.is_string() && item.as_string() == text.as_string(); });
    };
    const auto first = place(left), second = place(right);
    if (first == texts->items.end() || second == texts->items.end()) return {};
    differs_ = differs_ || first != second;
    return first < second ? right : left;
  }

  std::optional<Value> of_entries(const Value& left, const Value& right, const Value& orders = {}) {
    if (living(first_.entries(left)) != living(second_.entries(right))) return {};
    auto* made = new Dict;
    Value held(made);
    for (const Dict::Entry& entry : first_.entries(left)) {
      if (!entry.live) continue;
      const Value* other = second_.find(right, entry.key);
      const Value* order = orders.as<Dict>() ? orders.as<Dict>()->find(entry.key) : nullptr;
      std::optional<Value> value = other && order ? wider(*order, entry.value, *other) : std::nullopt;
      if (!value && other) value = of(entry.value, *other);
      if (!value) return {};
      made->set(entry.key, std::move(*value));
    }
    return held;
  }

  std::optional<Value> of_instances(const Value& left, const Value& right) {
    const auto& one = *static_cast<const Instance*>(left.object());
    const auto& other = *static_cast<const Instance*>(right.object());
    if (!one.type.same(other.type) || !one.payload.is_none() || !other.payload.is_none()) return {};
    const Value* orders = one.cls()->lookup("__wider__");
    std::optional<Value> attributes = of_entries(one.attributes, other.attributes, orders ? *orders : Value());
    if (!attributes) return {};
    return Value(new Instance(one.type, std::move(*attributes)));
  }

  const ArmSide &first_, &second_;
  const Join& join_;
  int left_ = kMostValues;
  bool differs_ = false;
};

bool is_untouched(const Value& value, const ArmSide& side) {
  return value.is(ObjectKind::instance) &&
         !side.has_changed(*static_cast<const Instance*>(value.object())->attributes.object());
}

}  // namespace

bool holds_instances(const Value& value) {
  const auto* list = value.as<List>();
  const auto* tuple = value.as<Tuple>();
  if (value.is(ObjectKind::dict)) {
    const std::vector<Dict::Entry>& entries = value.as<Dict>()->entries();
    return std::any_of(entries.begin(), entries.end(), [](const Dict::Entry& entry) {
      return entry.live && (entry.value.is(ObjectKind::instance) || entry.value.is(ObjectKind::native));
    });
  }
  if (!list && !tuple) return false;
  const std::vector<Value>& items = list ? list->items : tuple->items;
  return !items.empty() && (items.front().is(ObjectKind::instance) || items.front().is(ObjectKind::native));
}

std::optional<Value> joined_instances(const ArmsValue& left, const ArmsValue& right, const Join& join) {
  const bool are_instances = left.value.is(ObjectKind::instance) && right.value.is(ObjectKind::instance);
  if (!are_instances && !(holds_instances(left.value) && holds_instances(right.value))) return {};
  const ArmSide first(left.contents), second(right.contents);
  Joining joining(first, second, join);
  if (joining.are_left_to_join(left.value, right.value)) return {};  // it would ask the same of us again
  std::optional<Value> one = joining.of(left.value, right.value);
  if (!one || joining.differs()) return one;
  if (is_untouched(left.value, first)) return left.value;
  return is_untouched(right.value, second) ? right.value : one;
}

namespace {

class LikelyItem {
 public:
  LikelyItem(const ArmSide& side, const Value& unknown, const std::function<bool(const Object&)>& may_hold_more)
      : side_(side), unknown_(unknown), may_hold_more_(may_hold_more) {}

  Value of(const Value& value) {
    if (--left_ < 0) return unknown_;
    if (ending_text(value)) return value;
    if (value.is_int() || anchored_number(value)) return any_int(unknown_.as<UnknownValue>()->info);
    if (value.is_object() && may_hold_more_(*value.object())) return unknown_;
    if (const auto* tuple = value.as<Tuple>(); tuple && value.is(ObjectKind::tuple))
      return Value::tuple(each(tuple->items));
    if (value.is(ObjectKind::list)) return Value::list(each(side_.items(value)));
    return value.is(ObjectKind::dict) ? of_entries(value) : unknown_;
  }

 private:
  std::vector<Value> each(const std::vector<Value>& items) {
    std::vector<Value> made;
    for (const Value& item : items) made.push_back(of(item));
    return made;
  }

  Value of_entries(const Value& dict) {
    auto* made = new Dict;
    Value held(made);
    for (const Dict::Entry& entry : side_.entries(dict)) {
      if (!entry.live) continue;
      if (!entry.key.is_string()) return unknown_;
      made->set(entry.key, of(entry.value));
    }
    return held;
  }

  const ArmSide& side_;
  const Value& unknown_;
  const std::function<bool(const Object&)>& may_hold_more_;
  int left_ = kMostValues;
};

bool says_something(const Value& value) {
  if (ending_text(value)) return true;
  if (const auto* tuple = value.as<Tuple>()) return !tuple->items.empty();
  if (const auto* list = value.as<List>()) return !list->items.empty();
  return value.is(ObjectKind::dict) && value.as<Dict>()->size() > 0;
}

}  // namespace

Value likely_item(const ArmsValue& item, const Value& unknown,
                  const std::function<bool(const Object&)>& may_hold_more) {
  const ArmSide side(item.contents);
  const Value made = LikelyItem(side, unknown, may_hold_more).of(item.value);
  return says_something(made) ? made : unknown;
}

Value repeated(const ArmsValue& before, const ArmsValue& after, const Value& unknown) {
  const auto part = [&](const Value& left, const Value& right) {
    if (!is_numeric(left) || !is_numeric(right)) return unknown;
    return Value(new UnknownValue(unknown.as<UnknownValue>()->info, UnknownValue::Sort::number));
  };
  const UnknownList* filled = unknown_list(after.value);
  const auto* empty = before.value.is(ObjectKind::list) ? before.value.as<List>() : nullptr;
  if (filled && empty && empty->items.empty() && is_numeric(filled->each))  // `labels += [i] * len(names)`
    return list_of_such(unknown.as<UnknownValue>()->info, filled->each);
  const bool is_flag = before.value.is_bool() || after.value.is_bool();
  if (!is_flag && is_numeric(before.value) && is_numeric(after.value)) return part(before.value, after.value);
  return joined_instances(before, after, part).value_or(unknown);
}

}  // namespace vramlint::interp
