// What the import system writes into every module, made when it is asked for.
#include "interp/frame.h"
#include "interp/heap.h"

namespace vramlint::interp {

namespace {

Value specification(Interpreter& interpreter, const Module& module, const Span& span) {
  if (module.name == "__main__") return Value::none();
  const Value make = interpreter.get_attribute(interpreter.import("importlib.machinery", span), "_spec_of", span);
  const Value file = module.file.empty() ? Value::none() : *module.globals.as<Dict>()->find("__file__");
  return interpreter.call(make, {Value::string(module.name), file, Value::boolean(module.is_package)}, span);
}

Value package_of(const Module& module) {
  if (module.name == "__main__") return Value::none();
  if (module.is_package) return Value::string(module.name);
  const size_t dot = module.name.rfind('.');
  return Value::string(dot == std::string::npos ? "" : module.name.substr(0, dot));
}

}  // namespace

std::optional<Value> import_fact(Interpreter& interpreter, const Module& module, std::string_view name,
                                 const Span& span) {
  if (!name.starts_with("__") || !name.ends_with("__")) return {};
  Value made;
  if (name == "__spec__")
    made = specification(interpreter, module, span);
  else if (name == "__package__")
    made = package_of(module);
  else if (name == "__loader__")
    made = interpreter.get_attribute(specification(interpreter, module, span), "loader", span);
  else
    return {};
  interpreter.heap().dict(module.globals).set(name, made);
  return made;
}

}  // namespace vramlint::interp
