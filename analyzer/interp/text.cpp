// str() and repr().
#include "interp/text.h"

#include <algorithm>

#include "interp/frame.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

// The containers being written, so that one that holds itself ends in "[...]", and one that is nested too deep in the
// budget's error.
thread_local std::vector<const Object*> being_written;

/// Where the items of a container are from does not say where its text is from: a config that is written out as a whole
/// makes no use of its keys.
void note_part(Interpreter& interpreter, const Value& part) {
  if (being_written.empty() || part.is_unknown()) note_written(interpreter.impl().writing, part);
}

class Container {
 public:
  Container(Interpreter& interpreter, const Object& object) : deeper_(interpreter.budget(), here(interpreter)) {
    being_written.push_back(&object);
  }
  ~Container() { being_written.pop_back(); }
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;
  static bool already(const Object& object) {
    return std::find(being_written.begin(), being_written.end(), &object) != being_written.end();
  }

 private:
  Deeper deeper_;
};

void append(Interpreter& interpreter, std::string& out, const Value& item) {
  Span span = here(interpreter);
  interpreter.budget().step(span);
  std::string text = interpreter.repr(item);
  interpreter.budget().allocate(static_cast<int64_t>(text.size()), span);
  out += text;
}

std::string sequence_repr(Interpreter& interpreter, const Object& object, const std::vector<Value>& items,
                          const char* open, const char* close) {
  if (Container::already(object)) return std::string(open) + "..." + close;
  Container container(interpreter, object);
  std::string out = open;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += ", ";
    Value item = items[i];
    append(interpreter, out, item);
  }
  if (object.kind == ObjectKind::tuple && items.size() == 1) out += ",";
  return out + close;
}

std::string dict_repr(Interpreter& interpreter, const Dict& dict) {
  if (Container::already(dict)) return "{...}";
  Container container(interpreter, dict);
  std::string out = "{";
  for (size_t i = 0; i < dict.entries().size(); ++i) {
    if (!dict.entries()[i].live) continue;
    Value key = dict.entries()[i].key, value = dict.entries()[i].value;
    if (out.size() > 1) out += ", ";
    append(interpreter, out, key);
    out += ": ";
    append(interpreter, out, value);
  }
  return out + "}";
}

std::string set_repr(Interpreter& interpreter, const Set& set) {
  if (set.table.size() == 0) return set.frozen ? "frozenset()" : "set()";
  if (Container::already(set)) return set.frozen ? "frozenset(...)" : "set(...)";
  Container container(interpreter, set);
  std::string out = set.frozen ? "frozenset({" : "{";
  bool first = true;
  for (size_t i = 0; i < set.table.entries().size(); ++i) {
    if (!set.table.entries()[i].live) continue;
    if (!first) out += ", ";
    first = false;
    Value key = set.table.entries()[i].key;
    append(interpreter, out, key);
  }
  return out + (set.frozen ? "})" : "}");
}

std::string range_repr(const Range& range) {
  std::string out = "range(" + std::to_string(range.start) + ", " + std::to_string(range.stop);
  if (range.step != 1) out += ", " + std::to_string(range.step);
  return out + ")";
}

std::string slice_repr(Interpreter& interpreter, const SliceObject& slice) {
  return "slice(" + interpreter.repr(slice.lower) + ", " + interpreter.repr(slice.upper) + ", " +
         interpreter.repr(slice.step) + ")";
}

std::string class_repr(const Class& cls) {
  bool builtin = cls.module.empty() || cls.module == "builtins";
  return "<class '" + (builtin ? "" : cls.module + ".") + cls.name + "'>";
}

std::string module_repr(const Module& module) {
  return "<module '" + module.name + "'" + (module.file.empty() ? " (built-in)" : " from '" + module.file + "'") + ">";
}

std::string method_repr(Interpreter& interpreter, const BoundMethod& method) {
  std::string name = "?";
  if (auto* function = method.function.as<FunctionObject>()) name = function->qualified_name;
  if (auto* builtin = method.function.as<Builtin>()) {
    return "<built-in method " + builtin->name + " of " + type_name(interpreter, method.self) + " object>";
  }
  return "<bound method " + name + " of " + interpreter.repr(method.self) + ">";
}

void charge_quoting(Interpreter& interpreter, std::string_view text) {
  interpreter.budget().allocate(static_cast<int64_t>(2 * text.size()), here(interpreter));
  interpreter.budget().touch_letters(text.size(), here(interpreter));
}

std::string plain_object_repr(Interpreter& interpreter, const Value& value) {
  const Object& object = *value.object();
  switch (object.kind) {
    case ObjectKind::string:
      return quoted_text(interpreter, static_cast<const String&>(object).text);
    case ObjectKind::bytes:
      charge_quoting(interpreter, static_cast<const ByteString&>(object).text);
      return bytes_repr(static_cast<const ByteString&>(object).text);
    case ObjectKind::list:
      return sequence_repr(interpreter, object, static_cast<const List&>(object).items, "[", "]");
    case ObjectKind::tuple:
      return sequence_repr(interpreter, object, static_cast<const Tuple&>(object).items, "(", ")");
    case ObjectKind::dict:
      return dict_repr(interpreter, static_cast<const Dict&>(object));
    case ObjectKind::set:
      return set_repr(interpreter, static_cast<const Set&>(object));
    case ObjectKind::slice:
      return slice_repr(interpreter, static_cast<const SliceObject&>(object));
    case ObjectKind::range:
      return range_repr(static_cast<const Range&>(object));
    case ObjectKind::function:
      return "<function " + static_cast<const FunctionObject&>(object).qualified_name + ">";
    case ObjectKind::builtin:
      return "<built-in function " + static_cast<const Builtin&>(object).name + ">";
    case ObjectKind::bound_method:
      return method_repr(interpreter, static_cast<const BoundMethod&>(object));
    case ObjectKind::type:
      return class_repr(static_cast<const Class&>(object));
    case ObjectKind::module:
      return module_repr(static_cast<const Module&>(object));
    case ObjectKind::native: {
      std::optional<std::string> text = value.as<Native>()->repr(interpreter);
      return text ? *text : object_repr(interpreter, value);
    }
    case ObjectKind::unknown:
      return "<unknown>";
    case ObjectKind::instance: {
      const Value& payload = static_cast<const Instance&>(object).payload;
      return payload.is_none() ? object_repr(interpreter, value) : plain_repr(interpreter, payload);
    }
    case ObjectKind::iterator:
    case ObjectKind::super:
    case ObjectKind::property:
    case ObjectKind::static_method:
    case ObjectKind::class_method:
    case ObjectKind::cell:
      return object_repr(interpreter, value);
  }
  return object_repr(interpreter, value);
}

// What the class of an instance, or the metaclass of a class, defines under that name; nothing for plain objects.
std::optional<std::string> defined_text(Interpreter& interpreter, const Value& value, std::string_view name) {
  if (!value.is(ObjectKind::instance) && !value.is(ObjectKind::type)) return {};
  const Class* cls = interpreter.type_of(value);
  const Value* method = cls->lookup(name);
  if (!method || method->is(ObjectKind::builtin)) return {};
  Span span = here(interpreter);
  Value text = interpreter.call(*method, {value}, span);
  note_part(interpreter, text);
  if (text.is_unknown()) return "<unknown>";
  if (!text.is_string()) {
    interpreter.raise("TypeError",
                      std::string(name) + " returned non-string (type " + type_name(interpreter, text) + ")", span);
  }
  return std::string(text.as_string());
}

bool is_exception(Interpreter& interpreter, const Value& value) {
  return value.is(ObjectKind::instance) &&
         interpreter.type_of(value)->derives_from(interpreter.builtin_class("BaseException"));
}

const Tuple* exception_args(const Value& exception) {
  auto* instance = static_cast<const Instance*>(exception.object());
  const Value* args = static_cast<const Dict*>(instance->attributes.object())->find("args");
  return args ? args->as<Tuple>() : nullptr;
}

std::string exception_repr(Interpreter& interpreter, const Value& exception) {
  std::string out = type_name(interpreter, exception) + "(";
  if (const Tuple* args = exception_args(exception)) {
    for (size_t i = 0; i < args->items.size(); ++i) {
      if (i > 0) out += ", ";
      append(interpreter, out, args->items[i]);
    }
  }
  return out + ")";
}

}  // namespace

std::string type_name(Interpreter& interpreter, const Value& value) {
  if (auto* native = value.as<Native>()) return std::string(native->type_name());
  if (value.is(ObjectKind::iterator)) return std::string(static_cast<const Iterator*>(value.object())->type_name());
  return interpreter.type_of(value)->name;
}

std::string object_repr(Interpreter& interpreter, const Value& value) {
  const Class* cls = interpreter.type_of(value);
  bool builtin = cls->module.empty() || cls->module == "builtins" || !value.is(ObjectKind::instance);
  return "<" + (builtin ? "" : cls->module + ".") + type_name(interpreter, value) + " object>";
}

std::string exception_text(Interpreter& interpreter, const Value& exception) {
  const Tuple* args = exception_args(exception);
  if (!args || args->items.empty()) return "";
  const Class* cls = interpreter.type_of(exception);
  if (args->items.size() == 1) {
    bool is_key = cls->derives_from(interpreter.builtin_class("KeyError"));
    return is_key ? interpreter.repr(args->items[0]) : interpreter.str(args->items[0]);
  }
  if (cls->derives_from(interpreter.builtin_class("OSError")) && args->items.size() <= 3) {
    std::string out = "[Errno " + interpreter.str(args->items[0]) + "] " + interpreter.str(args->items[1]);
    return args->items.size() == 3 ? out + ": " + interpreter.repr(args->items[2]) : out;
  }
  Value all = Value::tuple(args->items);
  return interpreter.repr(all);
}

std::string plain_repr(Interpreter& interpreter, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::none:
      return "None";
    case Value::Kind::boolean:
      return value.as_bool() ? "True" : "False";
    case Value::Kind::integer:
      return std::to_string(value.as_int());
    case Value::Kind::real:
      return float_repr(value.as_real());
    case Value::Kind::ellipsis:
      return "Ellipsis";
    case Value::Kind::not_implemented:
      return "NotImplemented";
    case Value::Kind::unbound:
      return "<unbound>";
    case Value::Kind::object:
      return plain_object_repr(interpreter, value);
  }
  return "";
}

std::string shown(Interpreter& interpreter, const Value& value) {
  constexpr size_t kMost = 80;
  const Result<Value> text =
      interpreter.guarded([&] { return Value::string(interpreter.repr(value).substr(0, kMost)); });
  const auto* known = std::get_if<Value>(&text);
  return known ? std::string(known->as_string()) : object_repr(interpreter, value);
}

std::string quoted_text(Interpreter& interpreter, std::string_view text, bool ascii_only) {
  charge_quoting(interpreter, text);
  return string_repr(text, ascii_only);
}

std::string Interpreter::repr(const Value& value) {
  budget().check_stack(here(*this));
  note_part(*this, value);
  if (std::optional<std::string> text = defined_text(*this, value, "__repr__")) return *text;
  if (is_exception(*this, value)) return exception_repr(*this, value);
  return plain_repr(*this, value);
}

std::string Interpreter::str(const Value& value) {
  note_part(*this, value);
  if (value.is(ObjectKind::string)) {
    const std::string& text = static_cast<const String*>(value.object())->text;
    budget().touch_text(text.size(), here(*this));
    return text;
  }
  budget().check_stack(here(*this));
  if (std::optional<std::string> text = defined_text(*this, value, "__str__")) return *text;
  if (is_exception(*this, value)) return exception_text(*this, value);
  if (value.is_string() && !defined_text(*this, value, "__repr__")) return std::string(value.as_string());
  return repr(value);
}

}  // namespace vramlint::interp
