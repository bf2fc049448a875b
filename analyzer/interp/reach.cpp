#include "interp/reach.h"

#include <algorithm>
#include <unordered_set>

#include "interp/native.h"

namespace vramlint::interp {

namespace {

class ReachToStep {
 public:
  explicit ReachToStep(const Effects& effects) : effects_(effects) {}
  size_t visited() const { return visited_; }

  bool has(const Value& value) {
    if (!value.is_object()) return false;
    if (effects_.is_of_step(value)) return true;
    if (!seen_.insert(value.object()).second) return false;
    if (++visited_ > kMost || depth_ > kDeepest) return true;
    ++depth_;
    const bool found = inside(value);
    --depth_;
    return found;
  }
  bool any(const std::vector<Value>& values) {
    return std::any_of(values.begin(), values.end(), [this](const Value& value) { return has(value); });
  }
  bool in_table(const Dict& dict) {
    return std::any_of(dict.entries_unseen().begin(), dict.entries_unseen().end(),
                       [this](const Dict::Entry& entry) { return entry.live && has(entry.value); });
  }

 private:
  static constexpr size_t kMost = 4000;
  static constexpr int kDeepest = 24;

  bool inside(const Value& value) {
    if (const auto* list = value.as<List>()) return any(list->items);
    if (const auto* tuple = value.as<Tuple>()) return any(tuple->items);
    if (const auto* dict = value.as<Dict>()) return in_table(*dict);
    if (const auto* set = value.as<Set>()) return in_table(set->table);
    if (value.is(ObjectKind::cell)) return has(static_cast<const Cell*>(value.object())->value);
    if (const auto* method = value.as<BoundMethod>()) return has(method->self) || has(method->function);
    if (const auto* function = value.as<FunctionObject>()) return any(function->captured) || any(function->defaults);
    if (value.is(ObjectKind::instance)) {
      const auto& instance = *static_cast<const Instance*>(value.object());
      return has(instance.attributes) || has(instance.payload);
    }
    const auto* unknown = value.as<UnknownValue>();
    return unknown && !(unknown->stand_in.is_none() && unknown->trail.is_none() && unknown->items.is_none());
  }

  const Effects& effects_;
  std::unordered_set<const Object*> seen_;
  size_t visited_ = 0;
  int depth_ = 0;
};

}  // namespace

bool reaches_step(Interpreter& interpreter, const Frame& frame) {
  const Effects* effects = interpreter.impl().effects;
  if (!effects || !frame.function.is(ObjectKind::function)) return true;
  ReachToStep reach(*effects);
  const bool found =
      reach.any(frame.slots) || (frame.captured && reach.any(*frame.captured)) || reach.in_table(frame.globals());
  interpreter.budget().touch_entries(reach.visited() + frame.globals().entries().size(), frame.current);
  return found;
}

}  // namespace vramlint::interp
