// copy: copy and deepcopy.
#include "interp/builtins_parts.h"
#include "interp/standard.h"

namespace vramlint::interp {

namespace {

std::optional<Value> own_method(Interpreter& interpreter, const Value& value, std::string_view name, Span span) {
  if (value.is(ObjectKind::instance)) {
    const Value* method = program_method(value, name);
    if (!method) return {};
    return Value(new BoundMethod(value, *method));
  }
  return value.is(ObjectKind::native) ? interpreter.find_attribute(value, name, span) : std::nullopt;
}

class Copier {
 public:
  Copier(Interpreter& interpreter, Value memo, bool deep, Span span)
      : interpreter_(interpreter), memo_(std::move(memo)), deep_(deep), span_(span) {}

  Value copy(const Value& value) {
    if (!value.is_object()) return value;
    interpreter_.budget().step(span_);
    Dict& known = interpreter_.heap().dict(memo_);
    Value key = Value::integer(static_cast<int64_t>(reinterpret_cast<uintptr_t>(value.object())));
    if (deep_) {
      if (const Value* found = known.find(key)) return found->with_origin(value.origin());
    }
    Deeper deeper(interpreter_.budget(), span_);
    Value made = copied(value, key);
    if (deep_ && made.is_object() && made.object() != value.object()) {
      known.set(key, made);
      kept_.push_back(value);
    }
    return std::move(made).with_origin(value.origin());
  }

 private:
  Value inner(const Value& value) { return deep_ ? copy(value) : value; }

  // Known before its contents are copied, so that an object that holds itself comes out as one.
  void remember(const Value& key, const Value& made) {
    if (deep_) interpreter_.heap().dict(memo_).set(key, made);
  }

  Value copied(const Value& value, const Value& key) {
    std::optional<Value> hook = own_method(interpreter_, value, deep_ ? "__deepcopy__" : "__copy__", span_);
    if (hook) return interpreter_.call(*hook, deep_ ? std::vector<Value>{memo_} : std::vector<Value>{}, span_);
    switch (value.object()->kind) {
      case ObjectKind::list:
        return copied_list(static_cast<const List&>(*value.object()), key);
      case ObjectKind::tuple:
        return copied_tuple(value);
      case ObjectKind::dict:
        return copied_dict(static_cast<const Dict&>(*value.object()), key);
      case ObjectKind::set:
        return copied_set(static_cast<const Set&>(*value.object()));
      case ObjectKind::instance:
        return copied_object(value, key);
      case ObjectKind::bound_method:
        return deep_ ? copied_method(static_cast<const BoundMethod&>(*value.object()), value) : value;
      default:
        return value;
    }
  }

  // A method that an object holds of itself is its twin's in the twin; methods of built-in types are not copied.
  Value copied_method(const BoundMethod& method, const Value& value) {
    if (!method.function.is(ObjectKind::function)) return value;
    return Value(new BoundMethod(copy(method.self), method.function));
  }

  // As pickle takes objects apart.
  Value copied_object(const Value& value, const Value& key) {
    if (std::optional<Value> reduce = own_method(interpreter_, value, "__reduce__", span_))
      return made_again(value, interpreter_.call(*reduce, {}, span_), key);
    const auto& instance = *value.as<Instance>();
    const std::optional<Value> told = own_method(interpreter_, value, "__getstate__", span_);
    if (!told && !program_method(value, "__setstate__")) return copied_instance(instance, key);
    const Value state = told ? interpreter_.call(*told, {}, span_) : instance.attributes;
    auto* twin = new Instance(instance.type);
    Value made(twin);
    twin->payload = inner(instance.payload);
    remember(key, made);
    restore(made, inner(state));
    return made;
  }

  Value made_again(const Value& value, const Value& reduced, const Value& key) {
    const auto* parts = reduced.as<Tuple>();
    if (!parts || parts->items.size() < 2 || !parts->items[1].as<Tuple>()) return value;
    std::vector<Value> given;
    for (const Value& item : parts->items[1].as<Tuple>()->items) given.push_back(inner(item));
    Value made = interpreter_.call(parts->items[0], std::move(given), span_);
    remember(key, made);
    if (parts->items.size() > 2 && made.is(ObjectKind::instance)) restore(made, inner(parts->items[2]));
    return made;
  }

  void restore(const Value& made, const Value& state) {
    if (std::optional<Value> set = own_method(interpreter_, made, "__setstate__", span_)) {
      interpreter_.call(*set, {state}, span_);
    } else if (const auto* attributes = state.as<Dict>()) {
      Dict& names = interpreter_.heap().dict(made.as<Instance>()->attributes);
      for (const Dict::Entry& entry : attributes->entries())
        if (entry.live) names.set(entry.key, entry.value);
    }
  }

  Value copied_list(const List& list, const Value& key) {
    auto* twin = new List({});
    Value made(twin);
    remember(key, made);
    interpreter_.budget().allocate(static_cast<int64_t>(list.items.size() * sizeof(Value)), span_);
    for (size_t i = 0; i < list.items.size(); ++i) ListChange(*twin).items.push_back(inner(Value(list.items[i])));
    return made;
  }

  Value copied_tuple(const Value& value) {
    if (!deep_) return value;
    std::vector<Value> items;
    interpreter_.budget().allocate(static_cast<int64_t>(value.as<Tuple>()->items.size() * sizeof(Value)), span_);
    bool same = true;
    for (const Value& item : value.as<Tuple>()->items) {
      items.push_back(inner(item));
      same &= items.back().same(item);
    }
    return same ? value : Value::tuple(std::move(items));
  }

  Value copied_dict(const Dict& dict, const Value& key) {
    auto* twin = new Dict;
    Value made(twin);
    remember(key, made);
    interpreter_.budget().allocate(static_cast<int64_t>(dict.size() * sizeof(Dict::Entry)), span_);
    interpreter_.budget().touch_entries(2 * dict.size(), span_);
    for (size_t i = 0; i < dict.entries().size(); ++i) {
      if (!dict.entries()[i].live) continue;
      Value name = inner(Value(dict.entries()[i].key));
      Value item = inner(Value(dict.entries()[i].value));
      twin->set(std::move(name), std::move(item));
    }
    return made;
  }

  Value copied_set(const Set& set) {
    auto* twin = new Set(set.frozen);
    Value made(twin);
    interpreter_.budget().allocate(static_cast<int64_t>(set.table.size() * sizeof(Dict::Entry)), span_);
    interpreter_.budget().touch_entries(2 * set.table.size(), span_);
    for (const Dict::Entry& entry : set.table.entries()) {
      if (entry.live) twin->table.set(inner(entry.key), Value::none());
    }
    return made;
  }

  Value copied_instance(const Instance& instance, const Value& key) {
    auto* twin = new Instance(instance.type);
    Value made(twin);
    remember(key, made);
    if (instance.payload.is_object()) {
      Copier shallow(interpreter_, memo_, deep_, span_);
      Value unused = Value::integer(0);
      twin->payload = deep_ ? copy(instance.payload) : shallow.copied(instance.payload, unused);
    } else {
      twin->payload = instance.payload;
    }
    const auto& attributes = *static_cast<const Dict*>(instance.attributes.object());
    Dict& copies = interpreter_.heap().dict(twin->attributes);
    for (size_t i = 0; i < attributes.entries().size(); ++i) {
      if (!attributes.entries()[i].live) continue;
      Value item = attributes.entries()[i].value;
      copies.set(attributes.entries()[i].key, inner(item));
    }
    return made;
  }

  Interpreter& interpreter_;
  Value memo_;
  bool deep_;
  Span span_;
  std::vector<Value> kept_;  // originals, so that their addresses are not reused while the memo names them
};

Value shallow_copy(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "copy", 1, 1);
  return Copier(interpreter, Value(new Dict), false, arguments.span).copy(arguments.positional[0]);
}

Value deepcopy(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "deepcopy", {"x", "memo"}, 1);
  Value memo = given[1].is_unbound() || !given[1].as<Dict>() ? Value(new Dict) : given[1];
  return Copier(interpreter, memo, true, arguments.span).copy(given[0]);
}

}  // namespace

std::optional<Value> object_taking_apart(Interpreter& interpreter, const Value& self, std::string_view name) {
  const bool is_state = name == "__getstate__";
  if (!is_state && name != "__reduce__" && name != "__reduce_ex__") return {};
  const auto* instance = self.as<Instance>();
  if (!instance || !instance->payload.is_none()) return {};
  return interpreter.make_builtin(std::string(name), [self, is_state](Interpreter& in, Arguments&) {
    const auto& whole = *self.as<Instance>();
    if (is_state) return Value(whole.attributes);
    Value make = in.make_builtin("_reconstructor", [](Interpreter&, Arguments& arguments) {
      const auto* cls = arguments.positional.empty() ? nullptr : arguments.positional[0].as<Class>();
      return cls ? Value(new Instance(Value(cls))) : Value::none();
    });
    return Value::tuple({std::move(make), Value::tuple({whole.type, Value(in.builtin_class("object")), Value::none()}),
                         Value(whole.attributes)});
  });
}

void fill_copy_module(Interpreter& interpreter, Dict& names) {
  define(interpreter, names, "copy", shallow_copy);
  define(interpreter, names, "deepcopy", deepcopy);
  names.set("Error", Value(interpreter.builtin_class("Exception")));
}

}  // namespace vramlint::interp
