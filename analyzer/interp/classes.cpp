// Classes: building them, making instances, isinstance.
#include <algorithm>

#include "interp/builtins_arguments.h"
#include "interp/classes.h"
#include "interp/frame.h"

namespace vramlint::interp {

namespace {

/// C3 linearisation of the bases' orders; empty if there is none.
std::vector<Class*> merge_orders(std::vector<std::vector<Class*>> orders) {
  std::vector<Class*> result;
  while (true) {
    std::erase_if(orders, [](const auto& order) { return order.empty(); });
    if (orders.empty()) return result;
    Class* next = nullptr;
    for (const auto& order : orders) {
      Class* candidate = order.front();
      const bool blocked = std::any_of(orders.begin(), orders.end(), [&](const auto& other) {
        return std::find(other.begin() + 1, other.end(), candidate) != other.end();
      });
      if (!blocked) {
        next = candidate;
        break;
      }
    }
    if (!next) return {};
    result.push_back(next);
    for (auto& order : orders)
      if (order.front() == next) order.erase(order.begin());
  }
}

bool linearise(Class& cls) {
  std::vector<std::vector<Class*>> orders;
  std::vector<Class*> bases;
  for (const Value& base : cls.bases) {
    orders.push_back(static_cast<Class*>(base.object())->mro);
    bases.push_back(static_cast<Class*>(base.object()));
  }
  orders.push_back(bases);
  std::vector<Class*> rest = merge_orders(std::move(orders));
  if (rest.empty() && !cls.bases.empty()) return false;
  cls.mro = {&cls};
  for (Class* base : rest) {
    cls.mro.push_back(base);
    cls.mro_keeper.emplace_back(base);
  }
  return true;
}

/// A method of the name that a Python program defined, rather than one of the built-in classes.
Value* user_method(const Class& cls, std::string_view name) {
  Value* found = cls.lookup(name);
  return found && !found->is(ObjectKind::builtin) ? found : nullptr;
}

Value call_new(Interpreter& interpreter, const Value& cls_value, Arguments arguments) {
  Value* found = static_cast<Class*>(cls_value.object())->lookup("__new__");
  if (!found) return interpreter.make_instance(static_cast<Class*>(cls_value.object()));
  Value function = *found;
  if (auto* method = function.as<StaticMethod>()) function = Value(method->function);
  arguments.positional.insert(arguments.positional.begin(), cls_value);
  return interpreter.call(function, std::move(arguments));
}

}  // namespace

Value call_class(Interpreter& interpreter, const Value& cls_value, Arguments arguments) {
  auto& cls = *static_cast<Class*>(cls_value.object());
  if (const auto* metaclass = cls.metaclass.as<Class>()) {
    if (Value* call = user_method(*metaclass, "__call__")) {
      const Value function = *call;
      arguments.positional.insert(arguments.positional.begin(), cls_value);
      return interpreter.call(function, std::move(arguments));
    }
  }
  return interpreter.instantiate(cls_value, std::move(arguments));
}

Value Interpreter::instantiate(const Value& cls_value, Arguments arguments) {
  auto& cls = *static_cast<Class*>(cls_value.object());
  if (cls.construct) return run_builtin(*this, cls.construct, arguments);
  Value made = call_new(*this, cls_value, arguments);
  if (made.is_unknown() || !made.is_object() || !type_of(made)->derives_from(&cls)) return made;
  Value* init = type_of(made)->lookup("__init__");
  if (!init) return made;
  const Value function = *init;
  arguments.positional.insert(arguments.positional.begin(), made);
  (void)call(function, std::move(arguments));
  return made;
}

Value Interpreter::make_class(std::string name, std::vector<Value> bases, BuiltinFunction construct) {
  auto* cls = new Class(std::move(name));
  Value result(cls);
  cls->construct = std::move(construct);
  cls->attributes = Value(new Dict);
  if (bases.empty() && impl_->object_class) bases.emplace_back(impl_->object_class);
  cls->bases = std::move(bases);
  if (!linearise(*cls)) raise("TypeError", "Cannot create a consistent method resolution order (MRO)", {});
  return result;
}

Value build_class(Interpreter& interpreter, Class* metaclass, std::string name, std::vector<Value> bases, Value names,
                  Arguments& keywords, Span span) {
  Value made = interpreter.build_class(std::move(name), std::move(bases), std::move(names), keywords, span);
  if (auto* cls = made.as<Class>(); cls && metaclass && metaclass != interpreter.impl().type_class)
    cls->metaclass = Value(metaclass);
  return made;
}

Value Interpreter::build_class(std::string name, std::vector<Value> bases, Value names, Arguments keywords, Span span) {
  for (const Value& base : bases) {
    if (base.is_unknown()) return base;
    if (!base.is(ObjectKind::type)) raise("TypeError", "bases must be classes", span);
  }
  Value result = make_class(std::move(name), std::move(bases));
  auto* cls = static_cast<Class*>(result.object());
  cls->span = span;
  cls->attributes = std::move(names);
  auto* attributes = static_cast<Dict*>(cls->attributes.object());
  if (Value* module = attributes->find("__module__"); module && module->is_string()) cls->module = module->as_string();
  for (const Value& base : cls->bases)
    if (cls->metaclass.is_none()) cls->metaclass = static_cast<Class*>(base.object())->metaclass;
  for (size_t i = 0; i < attributes->entries().size(); ++i) {
    const Value value = attributes->entries()[i].value;
    if (!value.is(ObjectKind::instance)) continue;
    if (Value* hook = type_of(value)->lookup("__set_name__"))
      call(Value(*hook), {value, result, attributes->entries()[i].key}, span);
  }
  for (size_t i = 1; i < cls->mro.size(); ++i) {
    Value* hook = static_cast<Dict*>(cls->mro[i]->attributes.object())->find("__init_subclass__");
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
    if (!built->span) built->span = span;
  }
  return made;
}

}  // namespace

void execute_class(Interpreter& interpreter, Frame& frame, const syntax::ClassDef& node, const Span& span) {
  std::vector<Value> decorators;
  for (const auto& decorator : node.decorators) decorators.push_back(evaluate(interpreter, frame, *decorator));
  Arguments bases = evaluate_arguments(interpreter, frame, node.bases);

  auto* names = new Dict;
  Frame body;
  body.module = frame.module;
  body.names = Value(names);
  names->set("__module__", Value::string(static_cast<Module*>(frame.module.object())->name));
  std::string qualified = node.target.name.text();
  if (frame.names.is_object() && frame.names.object() != &frame.globals())
    if (Value* outer = static_cast<Dict*>(frame.names.object())->find("__qualname__"))
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
  if (auto* cell = class_cell.as<Cell>()) cell->value = made;
  for (size_t i = decorators.size(); i-- > 0;)
    made = interpreter.call(decorators[i], {std::move(made)}, node.decorators[i]->span);
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

Class* Interpreter::type_of(const Value& value) {
  const auto known = [this](Class*& kept, auto kind) {
    if (!kept) kept = builtin_class(class_name(kind));
    return kept;
  };
  if (!value.is_object()) return known(impl_->scalar_classes[static_cast<size_t>(value.kind())], value.kind());
  Object* object = value.object();
  switch (object->kind) {
    case ObjectKind::instance:
      return static_cast<Instance*>(object)->cls();
    case ObjectKind::type: {
      auto* metaclass = static_cast<Class*>(object)->metaclass.as<Class>();
      return metaclass ? metaclass : impl_->type_class;
    }
    case ObjectKind::set:
      return builtin_class(static_cast<Set*>(object)->frozen ? "frozenset" : "set");
    case ObjectKind::iterator:
      return builtin_class(static_cast<Iterator*>(object)->type_name() == "generator" ? "generator" : "iterator");
    case ObjectKind::native: {
      Class* cls = static_cast<Native*>(object)->type(*this);
      return cls ? cls : impl_->object_class;
    }
    default:
      return known(impl_->object_classes[static_cast<size_t>(object->kind)], object->kind);
  }
}

bool Interpreter::is_subclass(const Class* cls, const Value& class_or_tuple, Span span) {
  if (auto* tuple = class_or_tuple.as<Tuple>()) {
    budget().step(span);
    budget().check_stack(span);
    return std::any_of(tuple->items.begin(), tuple->items.end(),
                       [&](const Value& item) { return is_subclass(cls, item, span); });
  }
  if (class_or_tuple.is_unknown()) return false;
  auto* other = class_or_tuple.as<Class>();
  if (!other) raise("TypeError", "isinstance() arg 2 must be a type, a tuple of types, or a union", span);
  if (const auto* metaclass = other->metaclass.as<Class>())
    if (Value* check = user_method(*metaclass, "__subclasscheck__"))
      return truthy(call(Value(*check), {class_or_tuple, Value(const_cast<Class*>(cls))}, span), span);
  return cls->derives_from(other);
}

bool Interpreter::is_instance(const Value& value, const Value& class_or_tuple, Span span) {
  if (auto* other = class_or_tuple.as<Class>())
    if (const auto* metaclass = other->metaclass.as<Class>())
      if (Value* check = user_method(*metaclass, "__instancecheck__"))
        return truthy(call(Value(*check), {class_or_tuple, value}, span), span);
  return is_subclass(type_of(value), class_or_tuple, span);
}

}  // namespace vramlint::interp
