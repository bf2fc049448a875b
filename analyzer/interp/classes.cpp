// Classes: building them, making instances, isinstance.
#include <algorithm>
#include <set>
#include <unordered_map>

#include "interp/aliases.h"
#include "interp/builtins_arguments.h"
#include "interp/classes.h"
#include "interp/frame.h"
#include "interp/kept_instances.h"
#include "interp/opaque.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

namespace {

using Order = std::vector<const Class*>;

constexpr size_t kAncestor = sizeof(const Class*) + sizeof(Value);  // in an mro and its keeper

/// C3 linearisation of the bases' orders; empty if there is none. Every class is looked at as often as it stands in one
/// of them: how many still have it behind their first is counted.
Order merge_orders(const std::vector<Order>& orders) {
  std::unordered_map<const Class*, size_t> behind;
  for (const Order& order : orders)
    for (size_t i = 1; i < order.size(); ++i) ++behind[order[i]];
  std::vector<size_t> first(orders.size());
  std::unordered_map<const Class*, std::vector<size_t>> leading;  // orders, by what stands first in them
  for (size_t i = 0; i < orders.size(); ++i)
    if (!orders[i].empty()) leading[orders[i][0]].push_back(i);
  // The orders whose first may be free, the earliest first.
  std::set<size_t> open;
  for (size_t i = 0; i < orders.size(); ++i)
    if (!orders[i].empty() && behind[orders[i][0]] == 0) open.insert(i);
  Order result;
  while (!open.empty()) {
    const size_t earliest = *open.begin();
    const Class* next = orders[earliest][first[earliest]];
    result.push_back(next);
    const std::vector<size_t> led = std::move(leading[next]);
    leading.erase(next);
    for (const size_t i : led) {
      open.erase(i);
      if (++first[i] == orders[i].size()) continue;
      const Class* front = orders[i][first[i]];
      leading[front].push_back(i);
      if (--behind[front] == 0)
        for (const size_t other : leading[front]) open.insert(other);
    }
  }
  return leading.empty() ? result : Order{};
}

/// Fills the order in which a new class's attributes are looked for; false if there is none.
bool linearise(Interpreter& interpreter, Class& cls) {
  std::vector<Order> orders;
  Order bases;
  for (const Value& base : cls.bases) {
    orders.push_back(static_cast<const Class*>(base.object())->mro);
    bases.push_back(static_cast<const Class*>(base.object()));
    interpreter.budget().allocate(static_cast<int64_t>(orders.back().size() * kAncestor), here(interpreter));
    interpreter.budget().touch_entries(orders.back().size(), here(interpreter));
  }
  orders.push_back(bases);
  const Order rest = bases.size() == 1 ? orders[0] : merge_orders(orders);
  if (rest.empty() && !cls.bases.empty()) return false;
  cls.mro = {&cls};
  for (const Class* base : rest) {
    cls.mro.push_back(base);
    cls.mro_keeper.emplace_back(base);
  }
  cls.footprint.set(cls.mro.capacity() * kAncestor);
  ++class_changes;
  return true;
}

Value call_new(Interpreter& interpreter, const Value& cls_value, Arguments arguments) {
  const Value* found = static_cast<const Class*>(cls_value.object())->lookup("__new__");
  if (!found) return interpreter.make_instance(static_cast<const Class*>(cls_value.object()));
  Value function = *found;
  if (auto* method = function.as<StaticMethod>()) function = Value(method->function);
  arguments.positional.insert(arguments.positional.begin(), cls_value);
  return interpreter.call(function, std::move(arguments));
}

}  // namespace

Value call_class(Interpreter& interpreter, const Value& cls_value, Arguments arguments) {
  const auto& cls = *static_cast<const Class*>(cls_value.object());
  if (const auto* metaclass = cls.metaclass.as<Class>()) {
    if (const Value* call = written_method(*metaclass, "__call__")) {
      const Value function = *call;
      arguments.positional.insert(arguments.positional.begin(), cls_value);
      return interpreter.call(function, std::move(arguments));
    }
  }
  return interpreter.instantiate(cls_value, std::move(arguments));
}

namespace {

Value construct(Interpreter& interpreter, const Value& cls_value, Arguments arguments) {
  Value made = call_new(interpreter, cls_value, arguments);
  const auto& cls = *static_cast<const Class*>(cls_value.object());
  if (made.is_unknown() || !made.is_object() || !interpreter.type_of(made)->derives_from(&cls)) return made;
  const Value* init = interpreter.type_of(made)->lookup("__init__");
  if (!init) return made;
  const Value function = *init;
  arguments.positional.insert(arguments.positional.begin(), made);
  (void)interpreter.call(function, std::move(arguments));
  return made;
}

}  // namespace

Value Interpreter::instantiate(const Value& cls_value, Arguments arguments) {
  const auto& cls = *static_cast<const Class*>(cls_value.object());
  if (cls.construct) return run_builtin(*this, cls.construct, arguments);
  if (!impl_->kept || !impl_->kept_class || !cls.derives_from(impl_->kept_class))
    return construct(*this, cls_value, std::move(arguments));
  const Value kept_alive = cls_value;
  return impl_->kept->make(cls, std::move(arguments),
                           [&](Arguments given) { return construct(*this, kept_alive, std::move(given)); });
}

void Interpreter::keep_instances_of(const Class& cls) { impl_->kept_class = &cls; }

void Interpreter::fills_as_asked(const Value& names) { impl_->filled_as_asked.push_back(names); }

Value Interpreter::make_class(std::string name, std::vector<Value> bases, BuiltinFunction construct) {
  auto* cls = new Class(std::move(name));
  Value result(cls);
  cls->construct = std::move(construct);
  cls->attributes = Value(new Dict);
  if (bases.empty() && impl_->object_class) bases.emplace_back(impl_->object_class);
  cls->bases = std::move(bases);
  if (!linearise(*this, *cls)) raise("TypeError", "Cannot create a consistent method resolution order (MRO)", {});
  return result;
}

Value build_class(Interpreter& interpreter, const Class* metaclass, std::string name, std::vector<Value> bases,
                  Value names, Arguments& keywords, Span span) {
  Value made = interpreter.build_class(std::move(name), std::move(bases), std::move(names), keywords, span);
  if (auto* cls = made.as<Class>(); cls && metaclass && metaclass != interpreter.impl().type_class)
    Heap::unseen(*cls).metaclass = Value(metaclass);  // made just now
  return made;
}

namespace {

/// Bases that are not known become classes that may hold more than is seen, as far as there are such.
void replace_unknown_bases(Interpreter& interpreter, std::vector<Value>& bases, const Span& span) {
  const Interpreter::Impl& impl = interpreter.impl();
  for (Value& base : bases) {
    base = standing_in(base);
    if (!base.is_unknown() || !is_built(interpreter)) continue;
    Value instead = impl.effects->base_instead(interpreter, base, bases, span);
    if (!instead.is_none()) base = std::move(instead);
  }
}

/// What may be in a base may be in the class.
void inherit_exposure(Interpreter& interpreter, const Class& cls, const Span& span) {
  for (const Value& base : cls.bases) {
    if (!base.object()->exposed) continue;
    if (Value hidden = what_may_be_in(interpreter, *base.object(), span); hidden.is_unknown())
      return may_hold_more(interpreter, cls, hidden.as<UnknownValue>()->info.reason);
  }
}

}  // namespace

Value Interpreter::build_class(std::string name, std::vector<Value> bases, Value names, Arguments keywords, Span span) {
  if (std::any_of(bases.begin(), bases.end(), [](const Value& base) { return base.is_unknown(); }))
    replace_unknown_bases(*this, bases, span);
  for (const Value& base : bases) {
    if (base.is_unknown()) return base;
    if (!base.is(ObjectKind::type)) raise("TypeError", "bases must be classes", span);
  }
  Value result = make_class(std::move(name), std::move(bases));
  const auto* cls = static_cast<const Class*>(result.object());
  Class& made = Heap::unseen(*cls);
  made.span = span;
  made.attributes = std::move(names);
  inherit_exposure(*this, *cls, span);
  const auto* attributes = static_cast<const Dict*>(cls->attributes.object());
  if (const Value* module = attributes->find("__module__"); module && module->is_string())
    made.module = module->as_string();
  auto& asking = impl_->asks_itself;
  if (attributes->find("__getattribute__") ||
      std::any_of(cls->mro.begin() + 1, cls->mro.end(), [&](const Class* each) { return asking.contains(each); }))
    asking.insert(cls);
  for (const Value& base : cls->bases)
    if (cls->metaclass.is_none()) made.metaclass = static_cast<const Class*>(base.object())->metaclass;
  for (size_t i = 0; i < attributes->entries().size(); ++i) {
    const Value value = attributes->entries()[i].value;
    if (!value.is(ObjectKind::instance)) continue;
    if (const Value* hook = type_of(value)->lookup("__set_name__"))
      call(Value(*hook), {value, result, attributes->entries()[i].key}, span);
  }
  for (size_t i = 1; i < cls->mro.size(); ++i) {
    const Value* hook = static_cast<const Dict*>(cls->mro[i]->attributes.object())->find("__init_subclass__");
    if (!hook) continue;
    Value function = *hook;
    if (auto* method = function.as<ClassMethod>()) function = Value(method->function);
    keywords.positional.insert(keywords.positional.begin(), result);
    keywords.span = span;
    if (!function.is(ObjectKind::builtin)) call(function, std::move(keywords));
    break;
  }
  return result;
}

namespace {

Value find_metaclass(const Arguments& keywords, const std::vector<Value>& bases) {
  for (const auto& [name, value] : keywords.keyword)
    if (name == "metaclass") return value;
  for (const Value& base : bases)
    if (const auto* cls = base.as<Class>(); cls && !cls->metaclass.is_none()) return cls->metaclass;
  return {};
}

Value construct_class(Interpreter& interpreter, const syntax::ClassDef& node, Arguments bases, Value names,
                      const Span& span) {
  const Value metaclass = find_metaclass(bases, bases.positional);
  std::erase_if(bases.keyword, [](const auto& keyword) { return keyword.first == "metaclass"; });
  const std::string& name = node.target.name.text();
  Arguments keywords;
  keywords.keyword = bases.keyword;
  const auto* cls = metaclass.as<Class>();
  if (!cls || cls == interpreter.impl().type_class)
    return interpreter.build_class(name, bases.positional, std::move(names), std::move(keywords), span);
  keywords.positional = {Value::string(name), Value::tuple(bases.positional), std::move(names)};
  keywords.span = span;
  Value made = interpreter.call(metaclass, std::move(keywords));
  if (auto* built = made.as<Class>()) {
    if (!built->span) Heap::unseen(*built).span = span;
  }
  return made;
}

}  // namespace

void execute_class(Interpreter& interpreter, Frame& frame, const syntax::ClassDef& node, const Span& span) {
  std::vector<Value> decorators;
  for (const auto& decorator : node.decorators) decorators.push_back(evaluate(interpreter, frame, *decorator));
  Arguments bases = evaluate_arguments(interpreter, frame, node.bases);
  replace_aliases(interpreter, bases.positional, span);

  auto* names = new Dict;
  Frame body;
  body.module = frame.module;
  body.names = Value(names);
  names->set("__module__", Value::string(static_cast<const Module*>(frame.module.object())->name));
  std::string qualified = node.target.name.text();
  if (frame.names.is_object() && frame.names.object() != &frame.globals())
    if (const Value* outer = static_cast<const Dict*>(frame.names.object())->find("__qualname__"))
      qualified = std::string(outer->as_string()) + "." + qualified;
  names->set("__qualname__", Value::string(std::move(qualified)));
  if (!node.docstring.empty()) names->set("__doc__", Value::string(node.docstring));
  std::vector<Value> captured = capture(frame, node.scope);
  body.captured = &captured;
  prepare_slots(body, node.scope);
  Value class_cell;
  if (node.needs_class_cell) {
    if (body.slots.empty()) body.slots.emplace_back(new Cell);
    class_cell = body.slots[0];
  }
  {
    Running running(interpreter, body, span);
    execute(interpreter, body, node.body);
  }
  Value made = construct_class(interpreter, node, std::move(bases), body.names, span);
  if (const auto* cell = class_cell.as<Cell>()) Heap::unseen(*cell).value = made;
  for (size_t i = decorators.size(); i-- > 0;)
    made = decorated(interpreter, decorators[i], std::move(made), node.decorators[i]->span);
  store(interpreter, frame, node.target, std::move(made), span);
}

namespace {

std::string_view class_name(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::none:
      return "NoneType";
    case Value::Kind::boolean:
      return "bool";
    case Value::Kind::integer:
      return "int";
    case Value::Kind::real:
      return "float";
    case Value::Kind::ellipsis:
      return "ellipsis";
    case Value::Kind::not_implemented:
    case Value::Kind::unbound:
    case Value::Kind::object:
      return "object";
  }
  return "object";
}

/// The class of the kinds of object that have a single one.
std::string_view class_name(ObjectKind kind) {
  constexpr std::pair<ObjectKind, std::string_view> names[] = {
      {ObjectKind::string, "str"},
      {ObjectKind::bytes, "bytes"},
      {ObjectKind::list, "list"},
      {ObjectKind::tuple, "tuple"},
      {ObjectKind::dict, "dict"},
      {ObjectKind::slice, "slice"},
      {ObjectKind::range, "range"},
      {ObjectKind::function, "function"},
      {ObjectKind::builtin, "builtin_function_or_method"},
      {ObjectKind::bound_method, "method"},
      {ObjectKind::module, "module"},
      {ObjectKind::super, "super"},
      {ObjectKind::property, "property"},
      {ObjectKind::static_method, "staticmethod"},
      {ObjectKind::class_method, "classmethod"},
      {ObjectKind::cell, "cell"},
  };
  for (const auto& [candidate, name] : names)
    if (candidate == kind) return name;
  return "object";
}

}  // namespace

const Class* Interpreter::type_of(const Value& value) {
  const auto known = [this](const Class*& kept, auto kind) {
    if (!kept) kept = builtin_class(class_name(kind));
    return kept;
  };
  if (!value.is_object()) return known(impl_->scalar_classes[static_cast<size_t>(value.kind())], value.kind());
  const Object* object = value.object();
  switch (object->kind) {
    case ObjectKind::instance:
      return static_cast<const Instance*>(object)->cls();
    case ObjectKind::type: {
      auto* metaclass = static_cast<const Class*>(object)->metaclass.as<Class>();
      return metaclass ? metaclass : impl_->type_class;
    }
    case ObjectKind::set:
      return builtin_class(static_cast<const Set*>(object)->frozen ? "frozenset" : "set");
    case ObjectKind::iterator:
      return builtin_class(static_cast<const Iterator*>(object)->type_name() == "generator" ? "generator" : "iterator");
    case ObjectKind::native: {
      const Class* cls = value.as<Native>()->type(*this);
      return cls ? cls : impl_->object_class;
    }
    default:
      return known(impl_->object_classes[static_cast<size_t>(object->kind)], object->kind);
  }
}

}  // namespace vramlint::interp
