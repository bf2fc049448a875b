// object, type and the classes of functions, methods and descriptors.
#include "interp/builtins_parts.h"
#include "interp/frame.h"
#include "interp/heap.h"
#include "interp/kept_instances.h"
#include "interp/text.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

// `cls.__new__(other, ...)`: an instance of a class derived from `cls` holds what `cls` makes of the arguments;
// containers that can change start empty and are filled by __init__.
void add_new(Interpreter& interpreter, const Class& cls) {
  bool fills_later = cls.name == "list" || cls.name == "dict" || cls.name == "set";
  Value function = interpreter.make_builtin("__new__", [&cls, fills_later](Interpreter& in, Arguments& arguments) {
    Value wanted = arguments.positional.empty() ? Value::none() : arguments.positional[0];
    auto* derived = wanted.as<Class>();
    if (!derived || !derived->derives_from(&cls)) {
      in.raise("TypeError", cls.name + ".__new__(X): X is not a subtype of " + cls.name, arguments.span);
    }
    Arguments rest = arguments;
    rest.positional.erase(rest.positional.begin());
    if (fills_later) rest.positional.clear(), rest.keyword.clear();
    Value made = cls.construct(in, rest);
    if (derived == &cls || made.is_unknown()) return made;
    auto* instance = new Instance(wanted);
    instance->payload = std::move(made);
    return Value(instance);
  });
  interpreter.heap().dict(cls.attributes).set("__new__", function);
}

}  // namespace

const Class& ClassMaker::make(const std::string& name, const std::string& base, BuiltinFunction construct) {
  std::vector<Value> bases;
  if (!base.empty()) bases.push_back(table_.at(base));
  Value made = interpreter_.make_class(name, std::move(bases), std::move(construct));
  const auto& cls = *static_cast<const Class*>(made.object());
  interpreter_.heap().write(cls).module = "builtins";
  if (cls.construct) add_new(interpreter_, cls);
  table_[name] = std::move(made);
  return cls;
}

namespace {

const Value& self_of(Interpreter& interpreter, const Arguments& arguments, std::string_view name, size_t least) {
  if (arguments.positional.size() < least) {
    interpreter.raise("TypeError", std::string(name) + "() needs " + std::to_string(least) + " arguments",
                      arguments.span);
  }
  return arguments.positional[0];
}

// ---------------------------------------------------------------- object

bool program_attribute(const Class& cls, std::string_view name) {
  const Value* found = cls.lookup(name);
  return found && !found->is(ObjectKind::builtin);
}

Value object_new(Interpreter& interpreter, Arguments& arguments) {
  Value cls = self_of(interpreter, arguments, "__new__", 1);
  if (!cls.is(ObjectKind::type))
    interpreter.raise("TypeError", "object.__new__(X): X is not a type object", arguments.span);
  const auto& wanted = *static_cast<const Class*>(cls.object());
  bool excess = arguments.size() > 1 && !program_attribute(wanted, "__init__");
  if (excess && !program_attribute(wanted, "__new__")) {
    interpreter.raise("TypeError", wanted.name + "() takes no arguments", arguments.span);
  }
  return interpreter.make_instance(&wanted);
}

Value object_init(Interpreter& interpreter, Arguments& arguments) {
  const Value& self = self_of(interpreter, arguments, "__init__", 1);
  if (arguments.size() == 1) return Value::none();
  if (program_attribute(*interpreter.type_of(self), "__init__")) {
    interpreter.raise("TypeError", "object.__init__() takes exactly one argument (the instance to initialize)",
                      arguments.span);
  }
  return Value::none();
}

std::string_view name_argument(Interpreter& interpreter, const Arguments& arguments) {
  const Value& name = arguments.positional.at(1);
  if (!name.is_string()) {
    interpreter.raise("TypeError", "attribute name must be string, not '" + type_name(interpreter, name) + "'",
                      arguments.span);
  }
  return name.as_string();
}

Value object_set(Interpreter& interpreter, Arguments& arguments) {
  const Value& self = self_of(interpreter, arguments, "__setattr__", 3);
  interpreter.set_own_attribute(self, name_argument(interpreter, arguments), arguments.positional[2], arguments.span);
  return Value::none();
}

Value object_delete(Interpreter& interpreter, Arguments& arguments) {
  const Value& self = self_of(interpreter, arguments, "__delattr__", 2);
  interpreter.delete_own_attribute(self, name_argument(interpreter, arguments), arguments.span);
  return Value::none();
}

Value object_get(Interpreter& interpreter, Arguments& arguments) {
  const Value& self = self_of(interpreter, arguments, "__getattribute__", 2);
  return plain_attribute(interpreter, self, name_argument(interpreter, arguments), arguments.span);
}

Value object_repr_of(Interpreter& interpreter, Arguments& arguments) {
  Writing writing(interpreter);
  return writing.text(plain_repr(interpreter, self_of(interpreter, arguments, "__repr__", 1)));
}

Value object_str(Interpreter& interpreter, Arguments& arguments) {
  const Value& self = self_of(interpreter, arguments, "__str__", 1);
  const Value& plain = payload_or_self(self);
  Writing writing(interpreter);
  return writing.text(plain.is_string() ? std::string(plain.as_string()) : interpreter.repr(self));
}

Value object_format(Interpreter& interpreter, Arguments& arguments) {
  const Value& self = self_of(interpreter, arguments, "__format__", 2);
  Writing writing(interpreter);
  return writing.text(interpreter.format(payload_or_self(self), arguments.positional[1].as_string(), arguments.span));
}

template <bool kEqual>
Value object_equal(Interpreter& interpreter, Arguments& arguments) {
  const Value& self = self_of(interpreter, arguments, "__eq__", 2);
  const Value &left = payload_or_self(self), &right = payload_or_self(arguments.positional[1]);
  if (left.is(ObjectKind::instance)) {
    return left.same(right) ? Value::boolean(kEqual) : Value::not_implemented();
  }
  return Value::boolean(interpreter.equal(left, right, arguments.span) == kEqual);
}

Value object_hash(Interpreter& interpreter, Arguments& arguments) {
  const Value& self = self_of(interpreter, arguments, "__hash__", 1);
  if (self.is(ObjectKind::instance) && payload_or_self(self).is(ObjectKind::instance)) {
    ask_who(interpreter);
    return Value::integer(static_cast<int64_t>(reinterpret_cast<uintptr_t>(self.object()) >> 4));
  }
  return Value::integer(static_cast<int64_t>(interpreter.hash(payload_or_self(self), arguments.span) >> 2));
}

Value object_dir(Interpreter& interpreter, Arguments& arguments) {
  return plain_directory(interpreter, self_of(interpreter, arguments, "__dir__", 1));
}

Value object_class_name(Interpreter& interpreter, Arguments& arguments) {
  const Value& self = self_of(interpreter, arguments, "__sizeof__", 1);
  return Value::unknown("the size of a " + type_name(interpreter, self) + " in CPython is not modelled",
                        arguments.span);
}

void make_object(ClassMaker& maker) {
  const Class& cls = maker.make("object", "");
  Interpreter& interpreter = maker.interpreter();
  Dict& names = interpreter.heap().dict(cls.attributes);
  names.set("__new__", interpreter.make_builtin("__new__", object_new));
  interpreter.add_method(cls, "__init__", object_init);
  names.set("__init_subclass__", Value(new ClassMethod(interpreter.make_builtin("__init_subclass__", returns_none))));
  interpreter.add_method(cls, "__setattr__", object_set);
  interpreter.add_method(cls, "__delattr__", object_delete);
  interpreter.add_method(cls, "__getattribute__", object_get);
  interpreter.add_method(cls, "__repr__", object_repr_of);
  interpreter.add_method(cls, "__str__", object_str);
  interpreter.add_method(cls, "__format__", object_format);
  interpreter.add_method(cls, "__eq__", object_equal<true>);
  interpreter.add_method(cls, "__ne__", object_equal<false>);
  interpreter.add_method(cls, "__hash__", object_hash);
  interpreter.add_method(cls, "__dir__", object_dir);
  interpreter.add_method(cls, "__sizeof__", object_class_name);
}

// ---------------------------------------------------------------- type

Value build(Interpreter& interpreter, const Arguments& arguments, size_t first) {
  const std::vector<Value>& given = arguments.positional;
  bool fits = given.size() == first + 3 && given[first].is_string() && given[first + 1].as<Tuple>() &&
              given[first + 2].as<Dict>();
  if (!fits) interpreter.raise("TypeError", "type() takes 1 or 3 arguments", arguments.span);
  Value copied = interpreter.call(interpreter.get_attribute(given[first + 2], "copy", arguments.span),
                                  std::vector<Value>{}, arguments.span);
  Value names = payload_or_self(copied);
  Arguments keywords;
  keywords.keyword = arguments.keyword;
  Value made = interpreter.build_class(std::string(given[first].as_string()), given[first + 1].as<Tuple>()->items,
                                       names, std::move(keywords), arguments.span);
  return made;
}

Value make_type(Interpreter& interpreter, Arguments& arguments) {
  if (arguments.positional.size() != 1) return build(interpreter, arguments, 0);
  if (is_text(arguments.positional[0])) return Value(interpreter.type_of(Value::string("")));
  if (arguments.positional[0].is_unknown()) return arguments.positional[0];
  return Value(interpreter.type_of(arguments.positional[0]));
}

Value type_new(Interpreter& interpreter, Arguments& arguments) {
  Value metaclass = self_of(interpreter, arguments, "__new__", 1);
  Value made = build(interpreter, arguments, 1);
  auto* cls = made.as<Class>();
  if (cls && metaclass.is(ObjectKind::type) && metaclass.object() != interpreter.impl().type_class)
    Heap::unseen(*cls).metaclass = metaclass;  // made just now
  return made;
}

Value type_call(Interpreter& interpreter, Arguments& arguments) {
  Value cls = self_of(interpreter, arguments, "__call__", 1);
  if (!cls.is(ObjectKind::type))
    interpreter.raise("TypeError", "type.__call__() requires a type, not " + type_name(interpreter, cls),
                      arguments.span);
  Arguments rest = arguments;
  rest.positional.erase(rest.positional.begin());
  return interpreter.instantiate(cls, std::move(rest));
}

Value type_instancecheck(Interpreter& interpreter, Arguments& arguments) {
  const Value& cls = self_of(interpreter, arguments, "__instancecheck__", 2);
  return Value::boolean(interpreter.type_of(arguments.positional[1])->derives_from(cls.as<Class>()));
}

Value type_subclasscheck(Interpreter& interpreter, Arguments& arguments) {
  const Value& cls = self_of(interpreter, arguments, "__subclasscheck__", 2);
  auto* other = arguments.positional[1].as<Class>();
  return Value::boolean(other && other->derives_from(cls.as<Class>()));
}

Value subscripted(Interpreter&, Arguments& arguments) {
  return arguments.positional.empty() ? Value::none() : arguments.positional[0];
}

/// As far as modules have a name for them; those that a function has made for itself are not kept.
Value direct_subclasses(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "__subclasses__", 1, 1);
  const Value& base = arguments.positional[0];
  std::vector<Value> found;
  for (const auto& entry : interpreter.impl().modules.as<Dict>()->entries()) {
    const auto* module = entry.live ? entry.value.as<Module>() : nullptr;
    const auto* names = module ? module->globals.as<Dict>() : nullptr;
    if (!names) continue;
    interpreter.budget().touch(names->entries().size(), arguments.span);
    for (const auto& named : names->entries()) {
      if (!named.live || !named.value.is(ObjectKind::type)) continue;
      const auto& cls = *static_cast<const Class*>(named.value.object());
      const auto is = [&](const Value& other) { return other.same(base); };
      if (std::any_of(cls.bases.begin(), cls.bases.end(), is) &&
          std::none_of(found.begin(), found.end(), [&](const Value& one) { return one.same(named.value); }))
        found.push_back(named.value);
    }
  }
  return Value::list(std::move(found));
}

void make_type_class(ClassMaker& maker) {
  const Class& cls = maker.make("type", "object", make_type);
  Interpreter& interpreter = maker.interpreter();
  interpreter.heap().dict(cls.attributes).set("__new__", interpreter.make_builtin("__new__", type_new));
  interpreter.add_method(cls, "__init__", returns_none);
  interpreter.add_method(cls, "__call__", type_call);
  interpreter.add_method(cls, "__instancecheck__", type_instancecheck);
  interpreter.add_method(cls, "__subclasscheck__", type_subclasscheck);
  interpreter.add_method(cls, "__subclasses__", direct_subclasses);
  interpreter.heap()
      .dict(cls.attributes)
      .set("__class_getitem__", Value(new ClassMethod(interpreter.make_builtin("__class_getitem__", subscripted))));
}

// ---------------------------------------------------------------- descriptors and methods

Value make_property(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "property", {"fget", "fset", "fdel", "doc"}, 0);
  auto* property = new Property;
  Value result(property);
  auto take = [](const Value& value) { return value.is_unbound() ? Value::none() : value; };
  property->getter = take(given[0]);
  property->setter = take(given[1]);
  property->deleter = take(given[2]);
  return result;
}

template <Value Property::*kPart>
Value with_part(Interpreter&, const Property& self, Arguments& arguments) {
  auto* property = new Property;
  property->getter = self.getter;
  property->setter = self.setter;
  property->deleter = self.deleter;
  property->*kPart = arguments.positional[0];
  return Value(property);
}

Value make_super(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "super", 1, 2);
  return Value(
      new Super(arguments.positional[0], arguments.positional.size() > 1 ? arguments.positional[1] : Value::none()));
}

template <typename T>
Value make_wrapper(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, std::is_same_v<T, StaticMethod> ? "staticmethod" : "classmethod", 1, 1);
  return Value(new T(arguments.positional[0]));
}

Value bind_function(Interpreter& interpreter, Arguments& arguments) {
  const Value& function = self_of(interpreter, arguments, "__get__", 2);
  return arguments.positional[1].is_none() ? function : Value(new BoundMethod(arguments.positional[1], function));
}

Value call_it(Interpreter& interpreter, Arguments& arguments) {
  Value callee = self_of(interpreter, arguments, "__call__", 1);
  Arguments rest = arguments;
  rest.positional.erase(rest.positional.begin());
  return interpreter.call(callee, std::move(rest));
}

Value make_method(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "method", 2, 2);
  return Value(new BoundMethod(arguments.positional[1], arguments.positional[0]));
}

/// A module; of a class derived from it an instance, whose attributes are the module's names.
Value new_module(Interpreter& interpreter, Arguments& arguments) {
  const auto* cls = self_of(interpreter, arguments, "__new__", 1).as<Class>();
  if (!cls) interpreter.raise("TypeError", "module.__new__(X): X is not a type object", arguments.span);
  if (cls != interpreter.builtin_class("module")) return interpreter.make_instance(cls);
  auto* module = new Module("");
  module->globals = Value(new Dict);
  return Value(module);
}

Value name_module(Interpreter& interpreter, Arguments& arguments) {
  const Value self = self_of(interpreter, arguments, "__init__", 1);
  arguments.positional.erase(arguments.positional.begin());
  std::vector<Value> given = bind_parameters(interpreter, arguments, "module", {"name", "doc"}, 1);
  if (!given[0].is_string()) interpreter.raise("TypeError", "module() argument 'name' must be str", arguments.span);
  if (self.is(ObjectKind::module)) Heap::unseen(*self.as<Module>()).name = given[0].as_string();
  Dict& names = interpreter.heap().dict(interpreter.get_attribute(self, "__dict__", arguments.span));
  names.set("__name__", given[0]);
  names.set("__doc__", given[1].is_unbound() ? Value::none() : given[1]);
  for (const char* unset : {"__package__", "__loader__", "__spec__"}) names.set(unset, Value::none());
  return Value::none();
}

void make_module_class(ClassMaker& maker) {
  const Class& cls = maker.make("module");
  Interpreter& interpreter = maker.interpreter();
  interpreter.heap().dict(cls.attributes).set("__new__", interpreter.make_builtin("__new__", new_module));
  interpreter.add_method(cls, "__init__", name_module);
}

Value get_property(Interpreter& interpreter, Arguments& arguments) {
  const Value& self = self_of(interpreter, arguments, "__get__", 2);
  auto* property = self.as<Property>();
  if (!property || arguments.positional[1].is_none()) return self;
  return interpreter.call(property->getter, {arguments.positional[1]}, arguments.span);
}

}  // namespace

void make_object_classes(ClassMaker& maker) {
  make_object(maker);
  make_type_class(maker);
  Interpreter& interpreter = maker.interpreter();
  maker.make("NoneType");
  maker.make("ellipsis");
  maker.make("NotImplementedType");
  define_reader(interpreter, maker.make("cell"), "cell_contents",
                [](Interpreter&, const Value& self) { return self.as<Cell>()->value; });
  make_module_class(maker);
  const Class& function = maker.make("function", "object", make_function_of_code);
  const Class& builtin = maker.make("builtin_function_or_method");
  const Class& method = maker.make("method", "object", make_method);
  for (const Class* cls : {&function, &builtin, &method}) interpreter.add_method(*cls, "__call__", call_it);
  interpreter.add_method(function, "__get__", bind_function);
  const Class& property = maker.make("property", "object", make_property);
  define_method<Property>(interpreter, property, "getter", 1, 1, Effect::plain, with_part<&Property::getter>);
  define_method<Property>(interpreter, property, "setter", 1, 1, Effect::plain, with_part<&Property::setter>);
  define_method<Property>(interpreter, property, "deleter", 1, 1, Effect::plain, with_part<&Property::deleter>);
  define_reader(interpreter, property, "fget",
                [](Interpreter&, const Value& self) { return self.as<Property>()->getter; });
  define_reader(interpreter, property, "fset",
                [](Interpreter&, const Value& self) { return self.as<Property>()->setter; });
  define_reader(interpreter, property, "fdel",
                [](Interpreter&, const Value& self) { return self.as<Property>()->deleter; });
  interpreter.add_method(property, "__get__", get_property);
  maker.make("super", "object", make_super);
  const Class& static_method = maker.make("staticmethod", "object", make_wrapper<StaticMethod>);
  const Class& class_method = maker.make("classmethod", "object", make_wrapper<ClassMethod>);
  define_reader(interpreter, static_method, "__func__",
                [](Interpreter&, const Value& self) { return self.as<StaticMethod>()->function; });
  define_reader(interpreter, class_method, "__func__",
                [](Interpreter&, const Value& self) { return self.as<ClassMethod>()->function; });
}

}  // namespace vramlint::interp
