// What functions have as attributes: their own, and what the language says of them.
#include "interp/frame.h"

namespace vramlint::interp {

namespace {

Value optional_string(const std::string& text) { return text.empty() ? Value::none() : Value::string(text); }

Value keyword_defaults(const FunctionObject& function) {
  auto* made = new Dict;
  Value result(made);
  for (size_t i = 0; i < function.defaults.size(); ++i) {
    const syntax::Parameter& parameter = function.code->parameters[i];
    if (parameter.default_value && parameter.kind == syntax::Parameter::Kind::keyword_only)
      made->set(parameter.name, function.defaults[i]);
  }
  return made->size() == 0 ? Value::none() : result;
}

Value closure(const FunctionObject& function) {
  return function.captured.empty() ? Value::none() : Value::tuple(function.captured);
}

}  // namespace

const Value& function_names(Interpreter& interpreter, const FunctionObject& function) {
  if (function.attributes.is_none()) {
    Value made(new Dict);
    interpreter.heap().adopt(function, made);
    Heap::unseen(function).attributes = std::move(made);
  }
  return function.attributes;
}

std::optional<Value> function_attribute(Interpreter& interpreter, const FunctionObject& function,
                                        std::string_view name) {
  if (!function.attributes.is_none())
    if (const Value* found = function.attributes.as<Dict>()->find(name)) return *found;
  if (name == "__name__") return Value::string(function.code->name.text());
  if (name == "__qualname__") return Value::string(function.qualified_name);
  if (name == "__module__") return Value::string(static_cast<const Module*>(function.module.object())->name);
  if (name == "__doc__") return optional_string(function.code->docstring);
  if (name == "__globals__") return static_cast<const Module*>(function.module.object())->globals;
  if (name == "__annotations__") return Value(new Dict);
  if (name == "__dict__") {
    return function_names(interpreter, function);
  }
  if (name == "__defaults__") {
    std::vector<Value> defaults;
    for (size_t i = 0; i < function.defaults.size(); ++i)
      if (function.code->parameters[i].default_value &&
          function.code->parameters[i].kind != syntax::Parameter::Kind::keyword_only)
        defaults.push_back(function.defaults[i]);
    return defaults.empty() ? Value::none() : Value::tuple(std::move(defaults));
  }
  if (name == "__kwdefaults__") return keyword_defaults(function);
  if (name == "__code__") return code_of(function);
  if (name == "__closure__") return closure(function);
  return {};
}

}  // namespace vramlint::interp
