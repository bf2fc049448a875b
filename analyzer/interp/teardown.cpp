// The end of an interpreter, or of a program in it. Reference counts alone never free a class whose methods name it, or
// a module whose functions look back at it; CPython has a cycle collector for that. Here everything reachable from the
// modules and the built-in classes is emptied when the interpreter goes.
#include "interp/teardown.h"

#include <utility>

#include "interp/heap.h"
#include "interp/native.h"

namespace vramlint::interp {

namespace {

/// A set that allocates for none of its members: a walk meets all objects of an interpreter.
class ObjectSet {
 public:
  bool insert(const Object* object) {
    if (2 * count_ >= slots_.size()) grow();
    const Object*& slot = slot_of(object);
    if (slot) return false;
    slot = object;
    ++count_;
    return true;
  }

 private:
  /// The one that holds it, or the free one where it belongs.
  const Object*& slot_of(const Object* object) {
    constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
    const size_t mask = slots_.size() - 1;
    size_t at = (reinterpret_cast<uintptr_t>(object) * kSpread >> 32) & mask;
    while (slots_[at] && slots_[at] != object) at = (at + 1) & mask;
    return slots_[at];
  }
  void grow() {
    constexpr size_t kFirst = 256;  // sizes are powers of two
    const std::vector<const Object*> before =
        std::exchange(slots_, std::vector<const Object*>(std::max(kFirst, 2 * slots_.size())));
    for (const Object* object : before)
      if (object) slot_of(object) = object;
  }

  std::vector<const Object*> slots_;
  size_t count_ = 0;
};

class Reachable {
 public:
  void add(const Value& value) {
    highest_ = std::max(highest_, value.origin());
    if (!value.is_object() || value.object()->settled) return;
    const bool is_met_once = value.object()->references == 1;  // by the one reference that there is
    if (is_met_once || seen_.insert(value.object())) found_.push_back(value);
  }

  std::vector<Value> take() {
    for (size_t i = 0; i < found_.size(); ++i) visit(*found_[i].object());
    return std::move(found_);
  }
  Origin highest() const { return highest_; }

 private:
  void add_all(const std::vector<Value>& values) {
    for (const Value& value : values) add(value);
  }
  void add_entries(const Dict& dict) {
    for (const auto& entry : dict.entries()) {
      add(entry.key);
      add(entry.value);
    }
  }
  void visit_function(const FunctionObject& function) {
    add(function.module);
    add_all(function.captured);
    add_all(function.defaults);
    add(function.attributes);
  }
  void visit_class(const Class& cls) {
    add_all(cls.bases);
    add_all(cls.mro_keeper);
    add(cls.attributes);
    add(cls.metaclass);
  }
  void visit_instance(const Instance& instance) {
    add(instance.type);
    add(instance.attributes);
    add(instance.payload);
  }
  void visit_property(const Property& property) {
    add(property.getter);
    add(property.setter);
    add(property.deleter);
  }
  void visit(const Object& object) {
    switch (object.kind) {
      case ObjectKind::list:
        return add_all(static_cast<const List&>(object).items);
      case ObjectKind::tuple:
        return add_all(static_cast<const Tuple&>(object).items);
      case ObjectKind::dict:
        return add_entries(static_cast<const Dict&>(object));
      case ObjectKind::cell:
        return add(static_cast<const Cell&>(object).value);
      case ObjectKind::module:
        return add(static_cast<const Module&>(object).globals);
      case ObjectKind::function:
        return visit_function(static_cast<const FunctionObject&>(object));
      case ObjectKind::type:
        return visit_class(static_cast<const Class&>(object));
      case ObjectKind::instance:
        return visit_instance(static_cast<const Instance&>(object));
      case ObjectKind::property:
        return visit_property(static_cast<const Property&>(object));
      case ObjectKind::static_method:
        return add(static_cast<const StaticMethod&>(object).function);
      case ObjectKind::class_method:
        return add(static_cast<const ClassMethod&>(object).function);
      case ObjectKind::set:
        return add_entries(static_cast<const Set&>(object).table);
      case ObjectKind::iterator:
        (void)static_cast<const Iterator&>(object).visit([this](const Value& value) { add(value); });
        return;
      case ObjectKind::native:
        return static_cast<const Native&>(object).visit([this](const Value& value) { add(value); });
      case ObjectKind::unknown:
        add(static_cast<const UnknownValue&>(object).trail);
        add(static_cast<const UnknownValue&>(object).items);
        return add(static_cast<const UnknownValue&>(object).stand_in);
      case ObjectKind::bound_method:
        add(static_cast<const BoundMethod&>(object).self);
        return add(static_cast<const BoundMethod&>(object).function);
      default:
        return;
    }
  }

  std::vector<Value> found_;
  ObjectSet seen_;
  Origin highest_ = 0;
};

}  // namespace

std::vector<Value> reachable_from(const std::vector<Value>& roots, Origin* highest) {
  Reachable reachable;
  for (const Value& root : roots) reachable.add(root);
  std::vector<Value> found = reachable.take();
  if (highest) *highest = reachable.highest();
  return found;
}

void let_go(Object& object) {
  switch (object.kind) {
    case ObjectKind::list:
      ListChange(static_cast<List&>(object)).items.clear();
      break;
    case ObjectKind::dict:
      static_cast<Dict&>(object).clear();
      break;
    case ObjectKind::cell:
      static_cast<Cell&>(object).value = Value::none();
      break;
    case ObjectKind::function: {
      auto& function = static_cast<FunctionObject&>(object);
      function.captured.clear();
      function.defaults.clear();
      function.attributes = Value::none();
      break;
    }
    case ObjectKind::instance:
      static_cast<Instance&>(object).payload = Value::none();
      break;
    default:
      break;
  }
}

void tear_down(const std::vector<Value>& roots) {
  for (const Value& value : reachable_from(roots)) let_go(Heap::unseen(*value.object()));
}

}  // namespace vramlint::interp
