#include "interp/snapshot.h"

#include "interp/impl.h"
#include "interp/native.h"
#include "interp/teardown.h"

namespace vramlint::interp {

namespace {

/// Why an object's state cannot be put back; empty if it can.
std::string obstacle_in(const Object& object) {
  if (object.kind == ObjectKind::iterator) {
    return "a module keeps a " + std::string(static_cast<const Iterator&>(object).type_name());
  }
  if (object.kind != ObjectKind::native) return {};
  const auto& native = static_cast<const Native&>(object);
  return native.is_constant() ? std::string() : "a module keeps a " + std::string(native.type_name());
}

}  // namespace

Snapshot::Snapshot(Interpreter& interpreter)
    : interpreter_(interpreter),
      modules_(interpreter.impl().modules),
      origins_(interpreter.impl().origins),
      assumptions_(interpreter.impl().assumptions.size()),
      unknowns_(interpreter.impl().unknowns.size()),
      withheld_(interpreter.impl().withheld.size()),
      output_(interpreter.impl().output.size()) {
  Interpreter::Impl& impl = interpreter.impl();
  std::vector<Value> roots{impl.builtins};
  for (auto& [name, module] : impl.modules) roots.push_back(module);
  for (auto& [name, cls] : impl.classes) roots.push_back(cls);
  settle(reachable_from(roots));
  impl.snapshot = this;
}

Snapshot::~Snapshot() {
  interpreter_.impl().snapshot = nullptr;
  for (const Value& value : settled_) value.object()->settled = false;
}

void Snapshot::settle(const std::vector<Value>& objects) {
  settled_ = objects;
  for (const Value& value : settled_) {
    value.object()->settled = true;
    if (obstacle_.empty()) obstacle_ = obstacle_in(*value.object());
  }
}

void Snapshot::note(Object& object) {
  if (known_.try_emplace(&object, changes_.size()).second) changes_.push_back({Value(&object), Contents::of(object)});
}

void Snapshot::spoil(std::string obstacle) {
  if (obstacle_.empty()) obstacle_ = std::move(obstacle);
}

void Snapshot::forget_new_modules() {
  std::vector<Value> made;
  for (const auto& [name, module] : interpreter_.impl().modules) {
    if (!modules_.contains(name)) made.push_back(module);
  }
  interpreter_.impl().modules = modules_;
  tear_down(made);
}

bool Snapshot::restore() {
  if (!obstacle_.empty()) return false;
  Result<Value> result = interpreter_.guarded([&] {
    for (const Journal::Change& change : changes_) change.before.restore(*change.object.object());
    changes_.clear();
    known_.clear();
    forget_new_modules();
    return Value::none();
  });
  Interpreter::Impl& impl = interpreter_.impl();
  impl.origins = origins_;
  impl.assumptions.resize(assumptions_);
  impl.withheld.resize(withheld_);
  impl.forget_unknowns(unknowns_);
  impl.output.resize(output_);
  impl.leaving = Value::none();
  impl.budget.reset();
  return std::holds_alternative<Value>(result) && obstacle_.empty();
}

}  // namespace vramlint::interp
