// sys: the interpreter itself, as far as programs ask for it.
#include <algorithm>

#include "interp/builtins_parts.h"
#include "interp/frame.h"
#include "interp/standard.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

/// sys.modules, as far as it is asked.
struct LoadedModules : Native {
  std::string_view type_name() const override { return "dict"; }
  bool is_constant() const override { return true; }
  static const Dict& table(Interpreter& interpreter) { return *interpreter.impl().modules.as<Dict>(); }
  std::optional<Value> get_item(Interpreter& interpreter, const Value& index, Span span) override {
    const Value* found = index.is_string() ? table(interpreter).find(index.as_string()) : nullptr;
    if (!found) raise_with(interpreter, "KeyError", {index}, span);
    return *found;
  }
  bool set_item(Interpreter& interpreter, const Value& index, Value value, Span) override {
    if (index.is_string()) interpreter.heap().write(table(interpreter)).set(index.as_string(), std::move(value));
    return index.is_string();
  }
  std::optional<Value> contains(Interpreter& interpreter, const Value& name, Span) override {
    return Value::boolean(name.is_string() && table(interpreter).find(name.as_string()));
  }
  static Value forget(Interpreter& interpreter, Arguments& arguments) {
    std::vector<Value> given = bind_parameters(interpreter, arguments, "pop", {"key", "default"}, 1);
    const Value* found = given[0].is_string() ? table(interpreter).find(given[0].as_string()) : nullptr;
    if (!found) {
      if (given[1].is_unbound()) raise_with(interpreter, "KeyError", {given[0]}, arguments.span);
      return given[1];
    }
    Value module = *found;
    interpreter.heap().write(table(interpreter)).erase(given[0].as_string());
    return module;
  }
  /// As it stands now, in the order of the names.
  static Value snapshot(Interpreter& interpreter) {
    std::vector<std::string> names;
    for (const Dict::Entry& entry : table(interpreter).entries())
      if (entry.live) names.emplace_back(entry.key.as_string());
    std::sort(names.begin(), names.end());
    auto* copy = new Dict;
    Value result(copy);
    for (const std::string& name : names) copy->set(name, *table(interpreter).find(name));
    return result;
  }
  std::optional<Value> iterate(Interpreter& interpreter, Span span) override {
    return interpreter.iterate(snapshot(interpreter), span);
  }
  std::optional<int64_t> length(Interpreter& interpreter, Span) override {
    return static_cast<int64_t>(table(interpreter).size());
  }
  std::optional<Value> get_attribute(Interpreter& interpreter, std::string_view name, Span span) override {
    if (name == "pop") return interpreter.make_builtin("pop", forget);
    if (name != "get") return interpreter.find_attribute(snapshot(interpreter), name, span);
    return interpreter.make_builtin("get", [self = Value(this)](Interpreter& in, Arguments& arguments) {
      std::vector<Value> given = bind_parameters(in, arguments, "get", {"key", "default"}, 1);
      auto& modules = *self.as_native<LoadedModules>();
      if (modules.contains(in, given[0], arguments.span)->as_bool())
        return *modules.get_item(in, given[0], arguments.span);
      return given[1].is_unbound() ? Value::none() : given[1];
    });
  }
};

// A tuple whose first items have names.
Value python_version(Interpreter& interpreter) {
  Value cls = interpreter.make_class("version_info", {Value(interpreter.builtin_class("tuple"))});
  std::vector<Value> parts{Value::integer(3), Value::integer(10), Value::integer(13), Value::string("final"),
                           Value::integer(0)};
  constexpr const char* kNames[] = {"major", "minor", "micro", "releaselevel", "serial"};
  auto* names = new Dict;
  for (size_t i = 0; i < parts.size(); ++i) names->set(kNames[i], parts[i]);
  auto* version = new Instance(cls, Value(names));
  version->payload = Value::tuple(std::move(parts));
  return Value(version);
}

/// (type, exception, traceback) of the innermost `except` that runs; tracebacks are not kept.
Value handled_exception(Interpreter& interpreter, Arguments& arguments) {
  const auto& frames = interpreter.impl().frames;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    const Value& exception = (*frame)->handling;
    if (!exception.is_none())
      return Value::tuple({Value(interpreter.type_of(exception)), exception,
                           Value::unknown("tracebacks are not kept", arguments.span)});
  }
  return Value::tuple({Value::none(), Value::none(), Value::none()});
}

}  // namespace

void fill_sys_module(Interpreter& interpreter, Dict& names) {
  names.set("version_info", python_version(interpreter));
  names.set("version", Value::string("3.10.13"));
  names.set("argv", Value::list({Value::string("")}));
  std::vector<Value> path;
  for (const auto& folder : interpreter.world().import_paths) path.push_back(Value::string(folder.string()));
  names.set("path", Value::list(std::move(path)));
  names.set("modules", Value(new LoadedModules));
  names.set("maxsize", Value::integer(INT64_MAX));
  names.set("platform", Value::string("linux"));
  names.set("byteorder", Value::string("little"));
  names.set("executable", Value::string("/usr/bin/python3"));
  add_streams(names);
  define(interpreter, names, "exit", [](Interpreter& in, Arguments& arguments) -> Value {
    raise_with(in, "SystemExit", arguments.positional, arguments.span);
  });
  define(interpreter, names, "exc_info", handled_exception);
  define(interpreter, names, "getrecursionlimit", [](Interpreter&, Arguments&) { return Value::integer(1000); });
  define(interpreter, names, "setrecursionlimit", returns_none);
  define(interpreter, names, "getdefaultencoding", [](Interpreter&, Arguments&) { return Value::string("utf-8"); });
  define(interpreter, names, "_getframe", [](Interpreter& in, Arguments& arguments) {
    const Value frame_at = in.get_attribute(in.import("vramlint_frames", arguments.span), "frame_at", arguments.span);
    return in.call(frame_at, arguments);
  });
  for (const char* name : {"getsizeof", "getrefcount"})
    define(interpreter, names, name, run_dependent(std::string("sys.") + name));
}

}  // namespace vramlint::interp
