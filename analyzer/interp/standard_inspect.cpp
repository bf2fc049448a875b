// What inspect.py asks about functions.
#include "interp/builtins_parts.h"
#include "interp/frame.h"
#include "interp/standard.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

std::string_view kind_name(syntax::Parameter::Kind kind) {
  switch (kind) {
    case syntax::Parameter::Kind::positional_only:
      return "POSITIONAL_ONLY";
    case syntax::Parameter::Kind::ordinary:
      return "POSITIONAL_OR_KEYWORD";
    case syntax::Parameter::Kind::star:
      return "VAR_POSITIONAL";
    case syntax::Parameter::Kind::keyword_only:
      return "KEYWORD_ONLY";
    case syntax::Parameter::Kind::double_star:
      return "VAR_KEYWORD";
  }
  return "";
}

// parameters(function): tuples (name, kind, has_default, default), or None for what is no Python function.
Value parameters(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "parameters", 1, 1);
  auto* function = arguments.positional[0].as<FunctionObject>();
  if (!function) return Value::none();
  std::vector<Value> result;
  const auto& declared = function->code->parameters;
  for (size_t i = 0; i < declared.size(); ++i) {
    bool has_default = declared[i].default_value != nullptr;
    result.push_back(
        Value::tuple({Value::string(declared[i].name.text()), Value::string(std::string(kind_name(declared[i].kind))),
                      Value::boolean(has_default), has_default ? function->defaults[i] : Value::none()}));
  }
  return Value::list(std::move(result));
}

// annotations(function): what stands behind the colons of its parameters, as texts; nothing for what is no Python
// function. They are worked out where somebody asks.
Value annotations(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "annotations", 1, 1);
  auto* texts = new Dict;
  Value result(texts);
  if (auto* function = arguments.positional[0].as<FunctionObject>())
    for (const syntax::Parameter& parameter : function->code->parameters)
      if (parameter.annotation)
        texts->set(parameter.name, Value::string(std::string(parameter.annotation->span.text())));
  return result;
}

template <ObjectKind kKind>
Value is_kind(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "inspect function", 1, 1);
  if (arguments.positional[0].is_unknown()) return arguments.positional[0];
  return Value::boolean(arguments.positional[0].is(kKind));
}

Value is_generator_function(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "isgeneratorfunction", 1, 1);
  auto* function = arguments.positional[0].as<FunctionObject>();
  return Value::boolean(function && function->code->scope.is_generator);
}

// calling_module(depth): the name of the module whose code runs that many frames up; 1 is the caller.
Value calling_module(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "calling_module", 1, 1);
  const std::vector<Frame*>& frames = interpreter.impl().frames;
  const Value& depth = arguments.positional[0];
  if (!depth.is_int() || depth.as_int() < 1 || static_cast<size_t>(depth.as_int()) > frames.size())
    interpreter.raise("ValueError", "call stack is not deep enough", arguments.span);
  return *frames[frames.size() - static_cast<size_t>(depth.as_int())]->globals().find("__name__");
}

// frames(): of every running piece of code, the innermost first, its module's names, its function or None, and where it
// is: (globals, function, path, line).
Value running_frames(Interpreter& interpreter, Arguments&) {
  std::vector<Value> found;
  const std::vector<Frame*>& frames = interpreter.impl().frames;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    const Span& at = (*frame)->current;
    found.push_back(Value::tuple({static_cast<const Module*>((*frame)->module.object())->globals, (*frame)->function,
                                  Value::string(at.source ? at.source->path() : ""),
                                  Value::integer(at.source ? static_cast<int64_t>(at.start().line) : 0)}));
  }
  return Value::list(std::move(found));
}

// locals_at(height): the names of the running piece of code that has so many below it.
Value locals_at(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "locals_at", 1, 1);
  const std::vector<Frame*>& frames = interpreter.impl().frames;
  const int64_t height = arguments.positional[0].as_int();
  if (height < 0 || static_cast<size_t>(height) >= frames.size())
    return Value::unknown("what a call that has ended had as locals is not kept", arguments.span);
  return local_names(interpreter, *frames[static_cast<size_t>(height)], arguments.span);
}

}  // namespace

void fill_inspect_module(Interpreter& interpreter, Dict& names) {
  define(interpreter, names, "parameters", parameters);
  define(interpreter, names, "annotations", annotations);
  define(interpreter, names, "isfunction", is_kind<ObjectKind::function>);
  define(interpreter, names, "ismethod", is_kind<ObjectKind::bound_method>);
  define(interpreter, names, "isclass", is_kind<ObjectKind::type>);
  define(interpreter, names, "ismodule", is_kind<ObjectKind::module>);
  define(interpreter, names, "isbuiltin", is_kind<ObjectKind::builtin>);
  define(interpreter, names, "calling_module", calling_module);
  define(interpreter, names, "frames", running_frames);
  define(interpreter, names, "locals_at", locals_at);
  define(interpreter, names, "isgeneratorfunction", is_generator_function);
}

}  // namespace vramlint::interp
