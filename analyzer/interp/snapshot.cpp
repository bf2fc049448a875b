#include "interp/snapshot.h"

#include "interp/impl.h"
#include "interp/import_notes.h"
#include "interp/kept_instances.h"
#include "interp/native.h"
#include "interp/shelf.h"
#include "interp/teardown.h"

namespace vramlint::interp {

std::string obstacle_in(const Object& object) {
  if (object.kind == ObjectKind::iterator) {
    const auto& iterator = static_cast<const Iterator&>(object);
    return iterator.visit([](const Value&) {}) ? std::string()
                                               : "a module keeps a " + std::string(iterator.type_name());
  }
  if (object.kind != ObjectKind::native) return {};
  const auto& native = static_cast<const Native&>(object);
  return native.is_constant() ? std::string() : "a module keeps a " + std::string(native.type_name());
}

Snapshot::Snapshot(Interpreter& interpreter)
    : interpreter_(interpreter),
      origins_(interpreter.impl().origins),
      evaluated_(interpreter.impl().evaluated),
      assumptions_(interpreter.impl().assumptions.size()),
      unknowns_(interpreter.impl().unknowns.size()),
      withheld_(interpreter.impl().withheld.size()),
      exposures_(interpreter.impl().exposures.size()),
      output_(interpreter.impl().output.size()),
      opened_(interpreter.impl().opened.size()) {
  Interpreter::Impl& impl = interpreter.impl();
  std::vector<Value> roots{impl.builtins, impl.modules};
  for (auto& [name, cls] : impl.classes) roots.push_back(cls);
  settled_ = reachable_from(roots);
  for (const Value& value : settled_) {
    Heap::unseen(*value.object()).settled = true;
    if (obstacle_.empty()) obstacle_ = obstacle_in(*value.object());
  }
  impl.imports.beforehand = modules_with_source(impl);
  impl.imports.assumed.clear();
  impl.imports.pending.clear();
  impl.heap.snapshot_ = this;
  shelf_ = std::make_unique<Shelf>(interpreter, *this);
  impl.shelf = shelf_.get();
  kept_ = std::make_unique<KeptInstances>(interpreter);
  impl.kept = kept_.get();
  uncertain_ = impl.uncertain;
  impl.budget.reset();  // the first program has as much as those that come after it
}

Snapshot::~Snapshot() {
  interpreter_.impl().heap.snapshot_ = nullptr;
  interpreter_.impl().shelf = nullptr;
  interpreter_.impl().kept = nullptr;
  kept_.reset();
  shelf_.reset();
  for (const Value& value : settled_) Heap::unseen(*value.object()).settled = false;
}

void Snapshot::settle(const Value& part) {
  Heap::unseen(*part.object()).settled = true;
  settled_.push_back(part);
}

void Snapshot::note(const Object& object) {
  shelf_->changes(object);
  kept_->changes(object, shelf_->is_importing());
  if (known_.try_emplace(&object, changes_.size()).second) changes_.push_back({Value(&object), Contents::of(object)});
}

void Snapshot::spoil(std::string obstacle) {
  if (obstacle_.empty()) obstacle_ = std::move(obstacle);
}

std::vector<Value> Snapshot::new_modules() const {
  std::vector<Value> made;
  for (const Dict::Entry& entry : interpreter_.impl().modules.as<Dict>()->entries()) {
    if (entry.live && entry.value.is_object() && !entry.value.object()->settled) made.push_back(entry.value);
  }
  return made;
}

const std::vector<const Source*>& Snapshot::opened_by_now() const { return interpreter_.impl().opened; }

std::vector<const Source*> Snapshot::opened() const {
  const std::vector<const Source*>& all = interpreter_.impl().opened;
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(opened_)};
}

bool Snapshot::restore() {
  if (!obstacle_.empty()) return false;
  Result<Value> result = interpreter_.guarded([&] {
    const std::vector<Value> made = new_modules();
    for (const Journal::Change& change : changes_) change.before.restore(Heap::unseen(*change.object.object()));
    changes_.clear();
    known_.clear();
    tear_down(made);
    return Value::none();
  });
  Interpreter::Impl& impl = interpreter_.impl();
  impl.origins = origins_;
  impl.evaluated = evaluated_;
  impl.imports.assumed.clear();
  impl.imports.pending.clear();
  impl.imports.long_ones = 0;
  impl.assumptions.resize(assumptions_);
  impl.withheld.resize(withheld_);
  impl.forget_unknowns(unknowns_);
  impl.output.resize(output_);
  impl.opened.resize(opened_);
  impl.come_to_rest();
  impl.uncertain = uncertain_;
  impl.exposures.forget_since(exposures_);
  impl.budget.reset();
  shelf_->begin_anew();
  kept_->begin_anew();
  return std::holds_alternative<Value>(result) && obstacle_.empty();
}

void Interpreter::Impl::come_to_rest() {
  import_guards = catching = handlers = missing_handlers = key_handlers = turning = 0;
  broad_handlers.clear();
  literal_origins = false;
  guard = nearest = around_nearest = first_turns = 0;
  leaving = told = Value::none();
  leaving_from = nullptr;
  trying.clear();
  entered.clear();
  course = {};
  narrowings = {};
  last_name = 0;
  open_sizes.clear();
  asked_sizes.clear();
  absences = {};
  made_folders.clear();
}

}  // namespace vramlint::interp
