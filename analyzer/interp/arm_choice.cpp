#include "interp/arm_choice.h"

#include <algorithm>
#include <cstdlib>

#include "interp/bounded.h"
#include "interp/branches.h"
#include "interp/held_data.h"
#include "interp/likeness.h"
#include "interp/objects.h"

namespace vramlint::interp {

namespace {

/// A variable that the arms leave otherwise.
struct Variable {
  Value before, first, second;
};

using Entries = std::vector<Dict::Entry>;

const Entries& entries_after(const AfterArm& arm, const Dict& dict) {
  const auto changed = arm.contents.find(&dict);
  return changed == arm.contents.end() ? dict.entries() : changed->second->entries;
}

Value entry_at(const Entries& entries, const Value& key) {
  for (const Dict::Entry& entry : entries)
    if (entry.live && entry.key.is_string() && entry.key.as_string() == key.as_string()) return entry.value;
  return Value::unbound();
}

/// Outside of functions they are entries of a dict.
std::vector<Variable> global_variables(const Value& names, const AfterArm& first, const AfterArm& second) {
  std::vector<Variable> found;
  const auto& dict = *static_cast<const Dict*>(names.object());
  const Entries &one = entries_after(first, dict), &other = entries_after(second, dict);
  for (const Entries* entries : {&one, &other}) {
    for (const Dict::Entry& entry : *entries) {
      const Value* known = entry.live ? dict.find(entry.key.as_string()) : nullptr;
      if (!entry.live || (known && known->same(entry.value))) continue;
      found.push_back({known ? *known : Value::unbound(), entry_at(one, entry.key), entry_at(other, entry.key)});
    }
  }
  return found;
}

std::vector<Variable> variables(const Frame& frame, const AfterArm& first, const AfterArm& second) {
  std::vector<Variable> found;
  if (frame.names.is(ObjectKind::dict)) found = global_variables(frame.names, first, second);
  for (size_t i = 0; i < frame.slots.size() && i < first.slots.size() && i < second.slots.size(); ++i)
    if (!first.slots[i].same(second.slots[i])) found.push_back({frame.slots[i], first.slots[i], second.slots[i]});
  found.push_back({Value::unbound(), first.result, second.result});
  return found;
}

bool is_called(const Value& value) {
  if (value.is(ObjectKind::instance)) return static_cast<const Instance*>(value.object())->cls()->lookup("__call__");
  return value.is(ObjectKind::function) || value.is(ObjectKind::bound_method);
}

/// What the one does when it is asked the other need not do.
bool differ_in_class(const Variable& variable) {
  if (!variable.first.is(ObjectKind::instance) || !variable.second.is(ObjectKind::instance)) return false;
  return !static_cast<const Instance*>(variable.first.object())
              ->type.same(static_cast<const Instance*>(variable.second.object())->type);
}

/// Of one class, but made of parts that nothing can stand for: `Compose([a, b])`, `Compose([b, a])`.
bool differ_in_parts(const Variable& variable, const AfterArm& first, const AfterArm& second) {
  if (!variable.first.is(ObjectKind::instance) || !variable.second.is(ObjectKind::instance)) return false;
  if (!is_called(variable.first) || variable.first.same(variable.second)) return false;
  const auto either = [](const Value& one, const Value&) { return one; };
  return !joined_instances({variable.first, first.contents}, {variable.second, second.contents}, either);
}

Value first_part(const Value& result) {
  const auto* tuple = result.as<Tuple>();
  return tuple && !tuple->items.empty() ? tuple->items.front() : result;
}

bool is_iterator(const Value& value) {
  const auto* instance = value.as<Instance>();
  return value.is(ObjectKind::iterator) || (instance && instance->cls()->lookup("__next__"));
}

/// Of values that two arms leave: whether one stands for the other, as data of one type and size do whatever they hold.
class Alike {
 public:
  Alike(Interpreter& interpreter, const AfterArm& first, const AfterArm& second)
      : interpreter_(interpreter), first_(first), second_(second) {}

  bool are(const Value& left, const Value& right) {
    if (--left_ < 0) return false;
    const bool are_objects = left.is_object() && right.is_object() && left.object()->kind == right.object()->kind;
    if (are_objects && left.is(ObjectKind::native)) return are_natives(left, right);
    if (are_objects && left.is(ObjectKind::instance)) return are_instances(left, right);
    if (are_objects && left.is(ObjectKind::dict))
      return are_entries(entries_after(first_, *left.as<Dict>()), entries_after(second_, *right.as<Dict>()));
    const auto *items = left.as<Tuple>(), *others = right.as<Tuple>();
    if (items && others) return are_items(items->items, others->items);
    return left.same(right) || (left.is_real() && right.is_real() && left.as_real() == right.as_real()) ||
           (left.is_string() && right.is_string() && left.as_string() == right.as_string());
  }

  bool has_data() const { return has_data_; }

 private:
  static constexpr int kMostValues = 256;
  bool are_natives(const Value& left, const Value& right) {
    if (left.same(right)) return true;
    auto *one = left.as<Native>(), *other = right.as<Native>();
    if (one->type_name() != "Tensor" || other->type_name() != "Tensor") return false;
    has_data_ = true;
    return one->repr(interpreter_) == other->repr(interpreter_);
  }

  bool are_instances(const Value& left, const Value& right) {
    const auto *one = left.as<Instance>(), *other = right.as<Instance>();
    if (!one || !other || !one->type.same(other->type)) return left.same(right);
    return are(one->attributes, other->attributes);
  }

  bool are_items(const std::vector<Value>& left, const std::vector<Value>& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [this](const Value& one, const Value& other) { return are(one, other); });
  }

  bool are_entries(const Entries& left, const Entries& right) {
    return std::equal(
        left.begin(), left.end(), right.begin(), right.end(), [this](const Dict::Entry& one, const Dict::Entry& other) {
          return one.live == other.live && (!one.live || (are(one.key, other.key) && are(one.value, other.value)));
        });
  }

  Interpreter& interpreter_;
  const AfterArm &first_, &second_;
  int left_ = kMostValues;
  bool has_data_ = false;
};

/// All that the arms leave otherwise, and what they change of other objects.
bool leave_alike(Interpreter& interpreter, const std::vector<Variable>& variables, const AfterArm& first,
                 const AfterArm& second) {
  Alike alike(interpreter, first, second);
  const auto is_of_one = [](const Variable& variable) {
    return variable.before.is_unbound() && (variable.first.is_unbound() || variable.second.is_unbound());
  };
  for (const Variable& variable : variables)
    if (!is_of_one(variable) && !alike.are(variable.first, variable.second)) return false;
  for (const auto& [object, contents] : first.contents) {
    const auto other = second.contents.find(object);
    const auto* dict = object->kind == ObjectKind::dict ? static_cast<const Dict*>(object) : nullptr;
    if (dict && other != second.contents.end() && !alike.are(Value(object), Value(object))) return false;
  }
  return alike.has_data();
}

/// `kept = copy.deepcopy(net.state_dict())` in one arm alone, another network in each: joined, nothing would be known
/// of it.
std::optional<ArmChoice> holding_more(const Variable& variable, const AfterArm& first, const AfterArm& second) {
  constexpr int64_t kWorthTelling = 1 << 20;
  const auto may_hold = [](const Value& value) {
    return value.is(ObjectKind::native) || value.is(ObjectKind::instance) || value.is(ObjectKind::tuple) ||
           value.is(ObjectKind::list) || value.is(ObjectKind::dict);
  };
  if (variable.first.same(variable.second) || !(may_hold(variable.first) || may_hold(variable.second))) return {};
  const ArmsValue left{variable.first, first.contents}, right{variable.second, second.contents};
  const bool are_networks = is_called(variable.first) && is_called(variable.second);
  int64_t one = are_networks ? held_data(left) : 0, other = one > 0 ? held_data(right) : 0;
  if (one == 0 || other == 0) {
    one = newly_held(left), other = newly_held(right);
    if (std::abs(one - other) < kWorthTelling) return {};
  }
  return ArmChoice{one >= other, kHoldsMore};
}

/// `shape = (height, width, 3) if is_colour else (height, width)`: sizes in number, joined, would say nothing of an
/// array.
std::optional<ArmChoice> of_more_dimensions(const Variable& variable) {
  const auto *one = variable.first.as<Tuple>(), *other = variable.second.as<Tuple>();
  const auto are_sizes = [](const Tuple& tuple) {
    return !tuple.items.empty() && std::ranges::all_of(tuple.items, is_numeric);
  };
  if (!one || !other || one->items.size() == other->items.size() || !are_sizes(*one) || !are_sizes(*other)) return {};
  return ArmChoice{one->items.size() > other->items.size(), kMoreDimensions};
}

bool is_tensor(const Value& value) {
  return value.is(ObjectKind::native) && value.as<Native>()->type_name() == "Tensor";
}

/// `if random() < 0.1: labels = None`: what is made of the labels otherwise holds more.
std::optional<ArmChoice> left_out(const Variable& variable) {
  if (variable.first.is_none() && is_tensor(variable.second)) return ArmChoice{false, kHoldsMore};
  if (variable.second.is_none() && is_tensor(variable.first)) return ArmChoice{true, kHoldsMore};
  return {};
}

/// Tensors under names of which the other says nothing; the other has no names of its own.
bool has_more_tensors(const Entries& entries, const Entries& others) {
  bool has_more = false;
  for (const Dict::Entry& entry : entries) {
    const bool is_in_both = !entry.live || !entry_at(others, entry.key).is_unbound();
    if (!is_in_both && !is_tensor(entry.value)) return false;
    has_more |= !is_in_both;
  }
  return has_more && std::ranges::all_of(others, [&](const Dict::Entry& entry) {
           return !entry.live || !entry_at(entries, entry.key).is_unbound();
         });
}

/// `if random() < 0.1: conditions = {}`, `else: conditions = {"label": labels}`
std::optional<ArmChoice> left_out_of_new_dict(const Variable& variable, const AfterArm& first, const AfterArm& second) {
  const auto *one = variable.first.as<Dict>(), *other = variable.second.as<Dict>();
  const auto have_names = [](const Entries& entries) {
    constexpr size_t kMost = 64;
    return entries.size() <= kMost &&
           std::ranges::all_of(entries, [](const Dict::Entry& entry) { return !entry.live || entry.key.is_string(); });
  };
  if (!one || !other || one == other) return {};
  const Entries &left = entries_after(first, *one), &right = entries_after(second, *other);
  if (!have_names(left) || !have_names(right)) return {};
  if (has_more_tensors(left, right)) return ArmChoice{true, kHoldsMore};
  if (has_more_tensors(right, left)) return ArmChoice{false, kHoldsMore};
  return {};
}

/// `options["labels"] = None`
std::optional<ArmChoice> left_out_of_dicts(const AfterArm& first, const AfterArm& second) {
  bool is_in[2] = {};  // the second arm, the first
  const auto compare = [&](const Object* object) {
    if (object->kind != ObjectKind::dict) return;
    const auto& dict = *static_cast<const Dict*>(object);
    const Entries &ones = entries_after(first, dict), &others = entries_after(second, dict);
    for (size_t i = 0; i < std::min(ones.size(), others.size()); ++i)
      if (const auto left = ones[i].live && others[i].live && ones[i].key.same(others[i].key)
                                ? left_out({Value(), ones[i].value, others[i].value})
                                : std::nullopt)
        is_in[left->then] = true;
  };
  for (const auto* arm : {&first, &second})
    for (const auto& [object, contents] : arm->contents) compare(object);
  if (is_in[0] == is_in[1]) return {};
  return ArmChoice{is_in[1], kHoldsMore};
}

}  // namespace

std::optional<ArmChoice> choose_arm(Interpreter& interpreter, const Frame& frame, const AfterArm& first,
                                    const AfterArm& second, std::optional<bool> likelier, bool in_data, bool returns) {
  const bool wants_result = in_data && returns;
  const auto is_made = [](const Value& value) {
    return value.is(ObjectKind::instance) || value.is(ObjectKind::native);
  };
  if (wants_result && first.result.is_none() && is_made(second.result)) return ArmChoice{false, kGoesOn};
  if (wants_result && second.result.is_none() && is_made(first.result)) return ArmChoice{true, kGoesOn};
  // What an earlier call has kept is like what is made now: `return self.kept[i], self.sizes[i]`.
  const auto is_known_in_one = [&](const Value& one, const Value& other) {
    return one.is_unknown() != other.is_unknown() && (is_made(one) || is_made(other));
  };
  const Value one = first_part(first.result), other = first_part(second.result);
  if (wants_result && is_known_in_one(one, other)) return ArmChoice{is_made(one), kGoesOn};
  const std::vector<Variable> changed = variables(frame, first, second);
  for (const Variable& variable : changed) {
    const bool is_new = !variable.before.same(variable.first) && !variable.before.same(variable.second);
    if (in_data && is_new && is_known_in_one(variable.first, variable.second))
      return ArmChoice{is_made(variable.first), kGoesOn};
    const auto more = in_data ? std::nullopt : holding_more(variable, first, second);
    if (more) return more;
    if (const auto left = left_out(variable)) return left;
    if (const auto left = left_out_of_new_dict(variable, first, second)) return left;
    if (const auto wider = of_more_dimensions(variable)) return wider;
    const auto are = [&](ObjectKind kind) { return std::pair(variable.first.is(kind), variable.second.is(kind)); };
    const bool is_first = is_iterator(variable.first), is_second = is_iterator(variable.second);
    if (is_first && is_second) return ArmChoice{variable.first.same(variable.before), kGoesOn};
    if (is_first || is_second) return ArmChoice{is_first, kGoesOn};
    const bool are_called = is_called(variable.first) && is_called(variable.second) &&
                            variable.first.object()->kind != variable.second.object()->kind;
    if (are(ObjectKind::function) == std::pair(true, true) || are_called || differ_in_class(variable) ||
        (in_data && is_new && differ_in_parts(variable, first, second)))
      return ArmChoice{true, kFirstArm};
    if (likelier && are(ObjectKind::native) == std::pair(true, true)) return ArmChoice{*likelier, kLikelier};
  }
  if (const auto left = left_out_of_dicts(first, second)) return left;
  if (leave_alike(interpreter, changed, first, second)) return ArmChoice{true, kAlike};
  return {};
}

bool first_goes_on(const Frame& frame, Flow first, Flow second) {
  constexpr int kMostTurns = 200;
  const auto leaves = [](Flow flow) { return flow == Flow::break_loop || flow == Flow::return_value; };
  if (frame.turns > kMostTurns && leaves(first) != leaves(second)) return leaves(first);
  return first == Flow::next || second == Flow::return_value;
}

}  // namespace vramlint::interp
