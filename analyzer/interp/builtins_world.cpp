// print, open, input, exec, __import__: functions that touch what lies outside the program.
#include "interp/builtins_files.h"
#include "interp/builtins_parts.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/module_search.h"
#include "interp/opaque.h"
#include "interp/text.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

constexpr size_t kMaxOutput = 64 << 10;

Value print(Interpreter& interpreter, Arguments& arguments) {
  std::string separator = " ", end = "\n";
  Value file;
  for (auto& [name, value] : arguments.keyword) {
    if (name == "sep" && value.is_string())
      separator = value.as_string();
    else if (name == "end" && value.is_string())
      end = value.as_string();
    else if (name == "file")
      file = value;
    else if (name != "flush" && name != "sep" && name != "end") {
      interpreter.raise("TypeError", "print() got an unexpected keyword argument '" + name + "'", arguments.span);
    }
  }
  std::string line;
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    if (i > 0) line += separator;
    line += interpreter.str(arguments.positional[i]);
  }
  line += end;
  if (!file.is_none()) {
    if (file.is_unknown()) return Value::none();
    Value write = interpreter.get_attribute(file, "write", arguments.span);
    interpreter.call(write, {Value::string(std::move(line))}, arguments.span);
    return Value::none();
  }
  std::string& output = interpreter.output();
  if (output.size() < kMaxOutput) output += line.substr(0, kMaxOutput - output.size());
  return Value::none();
}

Value open(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given =
      bind_parameters(interpreter, arguments, "open",
                      {"file", "mode", "buffering", "encoding", "errors", "newline", "closefd", "opener"}, 1);
  std::string mode = given[1].is_string() ? std::string(given[1].as_string()) : "r";
  if (mode.find_first_of("wax+") != std::string::npos) {
    if (may_be_data(interpreter)) return sink("a file that the program writes", arguments.span);
    raise_with(interpreter, "PermissionError",
               {Value::string("cannot open " + interpreter.str(given[0]) +
                              " for writing: nothing is written while a program is analysed")},
               arguments.span);
  }
  return open_file(interpreter, given[0], mode.find('b') != std::string::npos, arguments.span);
}

/// A key names a module that is not in a package of the project's own.
bool is_named_in_vain(Interpreter& interpreter, const Value& name, const Value& module) {
  const std::string_view text = name.as_string();
  const size_t dot = text.find('.');
  if (name.origin() == 0 || !is_absent(module) || dot == text.npos) return false;
  const Found package = find_module(interpreter.impl().world, std::string(text.substr(0, dot)));
  if (!package.source) return false;
  const std::string& path = package.source->path();
  return !path.starts_with("/") && !path.starts_with("<");
}

Value import_by_name(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given =
      bind_parameters(interpreter, arguments, "__import__", {"name", "globals", "locals", "fromlist", "level"}, 1);
  if (given[0].is_unknown()) return given[0];
  if (!given[0].is_string()) interpreter.raise("TypeError", "__import__() argument 1 must be str", arguments.span);
  std::string name(given[0].as_string());
  Value module = interpreter.import(name, arguments.span);
  if (is_named_in_vain(interpreter, given[0], module))
    interpreter.raise("ModuleNotFoundError", "No module named '" + name + "'", arguments.span, given[0].origin());
  bool wants_inner = !given[3].is_unbound() && interpreter.truthy(given[3], arguments.span);
  return wants_inner || module.is_unknown() ? module
                                            : interpreter.import(name.substr(0, name.find('.')), arguments.span);
}

Value input(Interpreter& interpreter, Arguments& arguments) {
  if (interpreter.world().doubts || interpreter.impl().follower)
    return unknown_text(Value::unknown("what is typed is not known", arguments.span), 0);
  interpreter.raise("EOFError", "EOF when reading a line", arguments.span);
}

Value exit_program(Interpreter& interpreter, Arguments& arguments) {
  raise_with(interpreter, "SystemExit", arguments.positional, arguments.span);
}

}  // namespace

void install_world_functions(Interpreter& interpreter, Dict& names) {
  define(interpreter, names, "print", print);
  define_pure(interpreter, names, "open", open);
  define(interpreter, names, "input", input);
  define(interpreter, names, "__import__", import_by_name);
  define(interpreter, names, "exit", exit_program);
  define(interpreter, names, "quit", exit_program);
  define(interpreter, names, "breakpoint", returns_none);
  define(interpreter, names, "help", returns_none);
}

}  // namespace vramlint::interp
